// POST /forgot {email} mails a link; POST /reset {token, password} sets the password, once and within 30 minutes.
import { createHash, randomBytes, scryptSync } from 'node:crypto';
import { isMailwrightError, Mailwright } from '@mailwright/sdk';
import express from 'express';

const mailwright = new Mailwright();
const { MAIL_FROM: from, APP_URL: app_url = 'http://localhost:3001', PORT = '3001' } = process.env;
const valid_ms = 30 * 60_000;
const pause_ms = 60_000;

// In place of the application's database.
const users = new Map([['ann@example.net', { password: null, asked_at: 0 }]]);
const resets = new Map();

/** What is stored of a token: whoever reads the database cannot use it. */
const fingerprint = (token) => createHash('sha256').update(token).digest('hex');

/** Mails a link that works once. A second request within a minute sends nothing: the first mail is on its way. */
async function mailLink(email) {
  const user = users.get(email);
  if (!user || Date.now() - user.asked_at < pause_ms) return;
  user.asked_at = Date.now();
  const token = randomBytes(32).toString('base64url');
  const hash = fingerprint(token);
  resets.set(hash, { email, ends_at: Date.now() + valid_ms });
  try {
    const { id } = await mailwright.emails.send(
      {
        from,
        to: email,
        subject: 'Reset your password',
        text: `Set a new password within 30 minutes: ${app_url}/reset?token=${token}\n\nIf you did not ask for this, do nothing.`,
        tags: { kind: 'password-reset' },
      },
      // One email for each token, however often the SDK has to try.
      { idempotencyKey: `reset-${hash}` },
    );
    console.log(`sent ${id}`);
  } catch (error) {
    if (!isMailwrightError(error)) throw error;
    // The next request may try again. The log names the error and the request, never the token or the address.
    user.asked_at = 0;
    // Refused, nothing was mailed. After a 5xx or no answer at all the mail may be on its way: its link works.
    if (error.status >= 400 && error.status < 500) resets.delete(hash);
    console.error(`not sent: ${error.name} ${error.requestId ?? ''}`);
  }
}

const app = express();
app.use(express.json({ limit: '10kb' }));

app.post('/forgot', (request, response) => {
  // The same answer at the same time for known and unknown addresses: nothing waits for the email.
  response.status(202).json({ message: 'If the address has an account, a link is on its way.' });
  void mailLink(String(request.body?.email ?? '').toLowerCase());
});

app.post('/reset', (request, response) => {
  const { token, password } = request.body ?? {};
  if (typeof token !== 'string' || typeof password !== 'string' || password.length < 12)
    return response
      .status(400)
      .json({ message: 'A token and a password of 12 characters or more are needed.' });
  const hash = fingerprint(token);
  const reset = resets.get(hash);
  // Taken before anything else: of two requests with one token, one sets a password.
  resets.delete(hash);
  if (!reset || reset.ends_at < Date.now())
    return response.status(400).json({ message: 'This link has been used, or it is over. Ask for another.' });
  const salt = randomBytes(16);
  users.get(reset.email).password = { salt, key: scryptSync(password, salt, 32) };
  return response.json({ message: 'The new password is set.' });
});

const server = app.listen(Number(PORT), '127.0.0.1', () => console.log(`listening ${server.address().port}`));
