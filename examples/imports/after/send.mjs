import { randomUUID } from 'node:crypto';

async function send(email) {
  const response = await fetch('{base_url}/emails', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${process.env.MAILWRIGHT_API_KEY}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': randomUUID(),
    },
    body: JSON.stringify(email),
  });
  const answer = await response.json();
  if (response.status !== 200) throw new Error(answer.error.message);
}

await send({
  to: process.env.MAIL_TO,
  from: process.env.MAIL_FROM,
  subject: 'Your order is on its way',
  text: 'Order 4711 left our house today.',
  html: '<p>Order <b>4711</b> left our house today.</p>',
});

await send({
  to: process.env.MAIL_TO,
  from: process.env.MAIL_FROM,
  subject: 'Your receipt',
  template: { id: 'receipt', variables: { user_name: 'Ada', total: '12.50' } },
});
