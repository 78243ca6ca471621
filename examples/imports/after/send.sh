#!/bin/sh
set -eu

send() {
  answer=$(curl --silent --show-error --write-out '\n%{http_code}' '{base_url}/emails' \
    -H "Authorization: Bearer $MAILWRIGHT_API_KEY" \
    -H 'Content-Type: application/json' \
    -H "Idempotency-Key: $(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')" \
    -d "$1")
  case $answer in
    *'
200') ;;
    *)
      printf '%s\n' "$answer" >&2
      exit 1
      ;;
  esac
}

send "{\"from\": \"$MAIL_FROM\", \"to\": \"$MAIL_TO\", \"subject\": \"Your order is on its way\", \"text\": \"Order 4711 left our house today.\", \"html\": \"<p>Order <b>4711</b> left our house today.</p>\"}"

send "{\"from\": \"$MAIL_FROM\", \"to\": \"$MAIL_TO\", \"subject\": \"Your receipt\", \"template\": {\"id\": \"receipt\", \"variables\": {\"user_name\": \"Ada\", \"total\": \"12.50\"}}}"
