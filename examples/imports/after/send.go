package main

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"log"
	"net/http"
	"os"
)

func send(email map[string]any) {
	body, err := json.Marshal(email)
	if err != nil {
		log.Fatal(err)
	}
	key := make([]byte, 16)
	if _, err := rand.Read(key); err != nil {
		log.Fatal(err)
	}
	request, err := http.NewRequest("POST", "{base_url}/emails", bytes.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+os.Getenv("MAILWRIGHT_API_KEY"))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Idempotency-Key", hex.EncodeToString(key))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	var answer struct {
		Error struct{ Message string }
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		log.Fatal(err)
	}
	if response.StatusCode != 200 {
		log.Fatal(answer.Error.Message)
	}
}

func main() {
	send(map[string]any{
		"from":    os.Getenv("MAIL_FROM"),
		"to":      os.Getenv("MAIL_TO"),
		"subject": "Your order is on its way",
		"text":    "Order 4711 left our house today.",
		"html":    "<p>Order <b>4711</b> left our house today.</p>",
	})

	send(map[string]any{
		"from":     os.Getenv("MAIL_FROM"),
		"to":       os.Getenv("MAIL_TO"),
		"subject":  "Your receipt",
		"template": map[string]any{"id": "receipt", "variables": map[string]string{"user_name": "Ada", "total": "12.50"}},
	})
}
