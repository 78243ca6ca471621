require 'json'
require 'net/http'
require 'securerandom'

def deliver(email)
  headers = {
    'Authorization' => "Bearer #{ENV['MAILWRIGHT_API_KEY']}",
    'Content-Type' => 'application/json',
    'Idempotency-Key' => SecureRandom.uuid
  }
  response = Net::HTTP.post(URI('{base_url}/emails'), email.to_json, headers)
  abort JSON.parse(response.body)['error']['message'] unless response.code == '200'
end

deliver(
  from: ENV['MAIL_FROM'],
  to: ENV['MAIL_TO'],
  subject: 'Your order is on its way',
  text: 'Order 4711 left our house today.',
  html: '<p>Order <b>4711</b> left our house today.</p>'
)

deliver(
  from: ENV['MAIL_FROM'],
  to: ENV['MAIL_TO'],
  subject: 'Your receipt',
  template: { id: 'receipt', variables: { user_name: 'Ada', total: '12.50' } }
)
