// Sends an email and makes an automation with every kind of step, by the client that oapi-codegen generates.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"

	api "generated/mailwright"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// pointer: optional fields are pointers.
func pointer[T any](value T) *T { return &value }

// step wraps one kind of step in the union of all of them.
func step[T any](from func(*api.AutomationStep, T) error, value T) (union api.AutomationStep) {
	must(0, from(&union, value))
	return
}

func steps() []api.AutomationStep {
	var sender api.SendEmailStep_From
	must(0, sender.FromSendEmailStepFrom0(os.Getenv("FROM")))
	var equals api.WaitForEventStep_Match_Equals
	must(0, equals.FromWaitForEventStepMatchEquals0("{{event.data.order}}"))
	wait := api.WaitForEventStep{Type: "wait_for_event", Event: "order.paid", TimeoutSeconds: 3600, OnTimeout: pointer(api.WaitForEventStepOnTimeout("continue"))}
	must(0, json.Unmarshal([]byte(`{"field": "data.order"}`), &wait.Match))
	wait.Match.Equals = equals
	rules := []api.AutomationCondition{{Field: "event.data.plan", Operator: "in", Value: []string{"team", "pro"}}}
	return []api.AutomationStep{
		step((*api.AutomationStep).FromSendEmailStep, api.SendEmailStep{Type: "send_email", From: sender, Subject: pointer("Hello"), Text: pointer("Hi {{event.data.name}}")}),
		step((*api.AutomationStep).FromSendSmsStep, api.SendSmsStep{Type: "send_sms", To: "+41791234567", Text: "Hi"}),
		step((*api.AutomationStep).FromDelayStep, api.DelayStep{Type: "delay", Between: &[]any{"08:00", "20:00"}, TimeZone: pointer("Europe/Zurich")}),
		step((*api.AutomationStep).FromWaitForEventStep, wait),
		step((*api.AutomationStep).FromConditionStep, api.ConditionStep{Type: "condition", All: &rules, SkipTo: pointer("last")}),
		step((*api.AutomationStep).FromWebhookStep, api.WebhookStep{Type: "webhook", Id: pointer("last"), Url: "https://example.com/hook", Headers: &map[string]string{"x-from": "test"}}),
	}
}

func main() {
	ctx := context.Background()
	key := api.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
		return nil
	})
	client := must(api.NewClientWithResponses(os.Getenv("BASE_URL"), key))

	email := api.SendRequest{Subject: pointer("Generated"), Text: pointer("Hi")}
	must(0, email.From.FromSendRequestFrom0(os.Getenv("FROM")))
	must(0, email.To.FromSendRequestTo1([]string{os.Getenv("TO")}))
	sent := must(client.PostEmailsWithResponse(ctx, &api.PostEmailsParams{IdempotencyKey: pointer("generated-go")}, email))
	if sent.JSON200 == nil {
		log.Fatalf("POST /emails: %s", sent.Body)
	}
	read := must(client.GetEmailsIdWithResponse(ctx, sent.JSON200.Id, &api.GetEmailsIdParams{}))

	request := api.AutomationRequest{Name: "Generated", Steps: steps()}
	request.Trigger.Event = "user.signed_up"
	request.Trigger.Conditions = &[]api.AutomationCondition{{Field: "event.email", Operator: "exists"}}
	made := must(client.PostAutomationsWithResponse(ctx, request))
	if made.JSON201 == nil {
		log.Fatalf("POST /automations: %s", made.Body)
	}
	automation := must(client.GetAutomationsIdWithResponse(ctx, made.JSON201.Automation.Id)).JSON200.Automation
	kinds := []string{}
	for _, one := range automation.Steps {
		kinds = append(kinds, string(one.Type))
	}
	refused := must(client.GetEmailsIdWithResponse(ctx, "msg_unknown", &api.GetEmailsIdParams{}))
	result := map[string]any{"email": read.JSON200.Email.Id, "to": read.JSON200.Email.To, "automation": automation.Id, "kinds": kinds, "refused": refused.JSON404.Error.Code}
	fmt.Println(string(must(json.Marshal(result))))
}
