<?php
function send(array $email): void
{
    $answer = file_get_contents('{base_url}/emails', false, stream_context_create(['http' => [
        'method' => 'POST',
        'header' => [
            'Authorization: Bearer ' . getenv('MAILWRIGHT_API_KEY'),
            'Content-Type: application/json',
            'Idempotency-Key: ' . bin2hex(random_bytes(16)),
        ],
        'content' => json_encode($email, JSON_THROW_ON_ERROR),
        'follow_location' => 0,
        'ignore_errors' => true,
    ]]));
    if ($answer === false) {
        throw new RuntimeException('No answer');
    }
    if (explode(' ', $http_response_header[0])[1] !== '200') {
        throw new RuntimeException(json_decode($answer, true)['error']['message'] ?? $answer);
    }
}

send([
    'from' => getenv('MAIL_FROM'),
    'to' => getenv('MAIL_TO'),
    'subject' => 'Your order is on its way',
    'text' => 'Order 4711 left our house today.',
    'html' => '<p>Order <b>4711</b> left our house today.</p>',
]);

send([
    'from' => getenv('MAIL_FROM'),
    'to' => getenv('MAIL_TO'),
    'subject' => 'Your receipt',
    'template' => ['id' => 'receipt', 'variables' => ['user_name' => 'Ada', 'total' => '12.50']],
]);
