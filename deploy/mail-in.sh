#!/bin/sh
# Hands an email from standard input over to Parley: mail-in.sh RECIPIENT [SENDER]
# Exits with a code of sysexits.h, so that a mail server knows whether to retry. /etc/parley-mail.conf, or the file named by
# PARLEY_MAIL_CONF, contains PARLEY_URL and PARLEY_MAIL_SECRET.
set -u
umask 077
recipient=${1:?the recipient is missing}
sender=${2-}
. "${PARLEY_MAIL_CONF:-/etc/parley-mail.conf}" || exit 75

# Other users can see a process's arguments, so curl gets the secret in a file.
work=$(mktemp -d) || exit 75
trap 'rm -rf "$work"' EXIT
cat >"$work/mail" || exit 75
one_line() { printf '%s' "$1" | tr -d '\r\n\\"'; }
{
  printf 'header = "Authorization: Bearer %s"\n' "$(one_line "$PARLEY_MAIL_SECRET")"
  printf 'header = "X-Envelope-To: %s"\n' "$(one_line "$recipient")"
  # Postfix passes MAILER-DAEMON if a bounce has no sender.
  [ "$sender" = MAILER-DAEMON ] && sender=
  [ $# -lt 2 ] || printf 'header = "X-Envelope-From: <%s>"\n' "$(one_line "$sender" | tr -d '<>')"
} >"$work/headers"

status=$(curl --silent --max-time 120 --config "$work/headers" --header 'Content-Type: message/rfc822' \
  --data-binary "@$work/mail" --output "$work/answer" --write-out '%{http_code}' "$PARLEY_URL/mail/in") || exit 75

code=$(sed -n 's/.*"msg":"\([45]\.[0-9]*\.[0-9]* [^"\\]*\)".*/\1/p' "$work/answer" 2>/dev/null)
[ "$status" = 200 ] || echo "${code:-4.3.0 not taken}"
case "$status" in
  200) exit 0 ;;
  404) [ -n "$code" ] && exit 67 || exit 75 ;;
  403) [ -n "$code" ] && exit 77 || exit 75 ;;
  400 | 413) [ -n "$code" ] && exit 65 || exit 75 ;;
  *) exit 75 ;;
esac
