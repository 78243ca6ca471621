import json
import os
import sys
import urllib.error
import urllib.request
import uuid


def send(email):
    request = urllib.request.Request(
        "{base_url}/emails",
        data=json.dumps(email).encode(),
        headers={
            "Authorization": f"Bearer {os.environ['MAILWRIGHT_API_KEY']}",
            "Content-Type": "application/json",
            "Idempotency-Key": str(uuid.uuid4()),
        },
    )
    try:
        response = urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        response = error
    answer = json.load(response)
    if response.status != 200:
        sys.exit(answer["error"]["message"])


send(
    {
        "from": os.environ["MAIL_FROM"],
        "to": os.environ["MAIL_TO"],
        "subject": "Your order is on its way",
        "text": "Order 4711 left our house today.",
        "html": "<p>Order <b>4711</b> left our house today.</p>",
    }
)

send(
    {
        "from": os.environ["MAIL_FROM"],
        "to": os.environ["MAIL_TO"],
        "subject": "Your receipt",
        "template": {"id": "receipt", "variables": {"user_name": "Ada", "total": "12.50"}},
    }
)
