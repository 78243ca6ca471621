import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class Send {
    public static void main(String[] args) throws Exception {
        String addresses = "\"from\": " + json(System.getenv("MAIL_FROM")) + ", \"to\": " + json(System.getenv("MAIL_TO"));

        send("{" + addresses
            + ", \"subject\": \"Your order is on its way\""
            + ", \"text\": \"Order 4711 left our house today.\""
            + ", \"html\": \"<p>Order <b>4711</b> left our house today.</p>\"}");

        send("{" + addresses
            + ", \"subject\": \"Your receipt\""
            + ", \"template\": {\"id\": \"receipt\", \"variables\": {\"user_name\": \"Ada\", \"total\": \"12.50\"}}}");
    }

    private static String json(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    private static void send(String email) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("{base_url}/emails"))
            .header("Authorization", "Bearer " + System.getenv("MAILWRIGHT_API_KEY"))
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", UUID.randomUUID().toString())
            .POST(BodyPublishers.ofString(email))
            .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            Matcher message = Pattern.compile("\"message\":\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(response.body());
            throw new RuntimeException(message.find() ? message.group(1) : response.body());
        }
    }
}
