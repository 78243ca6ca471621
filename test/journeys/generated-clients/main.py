"""Sends an email and makes an automation with every kind of step, by the client that openapi-python-client generates."""

import json
from os import environ

from mailwright_client import AuthenticatedClient, models
from mailwright_client.api.automations import get_automations_id, post_automations
from mailwright_client.api.emails import get_emails_id, post_emails
from mailwright_client.types import UNSET

client = AuthenticatedClient(base_url=environ["BASE_URL"], token=environ["API_KEY"])
sender = environ["FROM"]

request = models.SendRequest(from_=sender, to=[environ["TO"]], subject="Generated", text="Hi")
sent = post_emails.sync(client=client, body=request, idempotency_key="generated-python")
assert isinstance(sent, models.PostEmailsResponse200), sent
email = get_emails_id.sync(sent.id, client=client).email

wait = models.WaitForEventStep(
    type_="wait_for_event",
    event="order.paid",
    timeout_seconds=3600,
    on_timeout=models.WaitForEventStepOnTimeout.CONTINUE,
    match=models.WaitForEventStepMatch(field="data.order", equals="{{event.data.order}}"),
)
plans = models.AutomationCondition(
    field="event.data.plan", operator=models.AutomationConditionOperator.IN, value=["team", "pro"]
)
headers = models.WebhookStepHeaders.from_dict({"x-from": "test"})
known = models.AutomationCondition(field="event.email", operator=models.AutomationConditionOperator.EXISTS)
steps = [
    models.SendEmailStep(type_="send_email", from_=sender, subject="Hello", text="Hi {{event.data.name}}"),
    models.SendSmsStep(type_="send_sms", to="+41791234567", text="Hi"),
    models.DelayStep(type_="delay", between=["08:00", "20:00"], time_zone="Europe/Zurich"),
    wait,
    models.ConditionStep(type_="condition", all_=[plans], skip_to="last"),
    models.WebhookStep(type_="webhook", id="last", url="https://example.com/hook", headers=headers),
]
trigger = models.AutomationRequestTrigger(event="user.signed_up", conditions=[known])
made = post_automations.sync(
    client=client, body=models.AutomationRequest(name="Generated", trigger=trigger, steps=steps)
)
assert isinstance(made, models.PostAutomationsResponse201), made
automation = get_automations_id.sync(made.automation.id, client=client).automation
refused = get_emails_id.sync("msg_unknown", client=client)

print(
    json.dumps(
        {
            "email": email.id,
            "to": email.to,
            "automation": automation.id,
            "kinds": [step.type_.value for step in automation.steps],
            "refused": None if refused.error.code is UNSET else refused.error.code,
        }
    )
)
