using System;
using System.Net;
using System.Net.Http;
using System.Text;
using System.Text.Json;
using System.Threading.Tasks;

var client = new HttpClient();
var from = Environment.GetEnvironmentVariable("MAIL_FROM");
var to = Environment.GetEnvironmentVariable("MAIL_TO");

async Task Send(object email)
{
    var request = new HttpRequestMessage(HttpMethod.Post, "{base_url}/emails");
    request.Headers.Add("Authorization", "Bearer " + Environment.GetEnvironmentVariable("MAILWRIGHT_API_KEY"));
    request.Headers.Add("Idempotency-Key", Guid.NewGuid().ToString());
    request.Content = new StringContent(JsonSerializer.Serialize(email), Encoding.UTF8, "application/json");
    var response = await client.SendAsync(request);
    var answer = await response.Content.ReadAsStringAsync();
    if (response.StatusCode != HttpStatusCode.OK)
        throw new Exception(JsonDocument.Parse(answer).RootElement.GetProperty("error").GetProperty("message").GetString());
}

await Send(new
{
    from,
    to,
    subject = "Your order is on its way",
    text = "Order 4711 left our house today.",
    html = "<p>Order <b>4711</b> left our house today.</p>",
});

await Send(new
{
    from,
    to,
    subject = "Your receipt",
    template = new { id = "receipt", variables = new { user_name = "Ada", total = "12.50" } },
});
