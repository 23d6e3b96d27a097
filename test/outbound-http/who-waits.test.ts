import { expect, test } from "vitest";
import { readTexts } from "../support/read-texts.ts";

const sources = readTexts(import.meta.dirname, "../../src/**/*.ts", "!../../src/web/**", "!../../src/cli/**");
const tests = readTexts(import.meta.dirname, "../**/*.test.ts");

const ASKS =
  /\baskOutside\(|(?<![.\w]|async |override )fetch\((?!url: |")|cloudflare:sockets|\bAI\.run\(|\bEMAIL\?\.send\(/;

/** Only the caller waits: the Worker makes these requests within the caller's request. */
const REQUESTS = [
  "features/assistants/oauth-grants/client-document.ts",
  "features/files/media-proxy/external-page.ts",
  "features/files/voice-messages/index.ts",
  "features/integrations/incoming-webhooks/prepare-delivery.ts",
  "features/messages/call-providers/index.ts",
  "features/messages/call-providers/zoom.ts",
  "features/people/sso-login/providers/provider-fetch.ts",
  "features/server/organization-setup/server-numbers.ts",
  "features/server/server-info/newer-version.ts",
  "converters/slack/slack-api.ts",
];

/** Requests made by the organization's own work, and the test that shows that others are served meanwhile. */
const WORK: Record<string, string> = {
  "call-room/media/sfu.ts": "who left, while other members continue even if the SFU doesn't answer",
  "features/integrations/hosted-bots/powers/fetch.ts": "a run that waits too long before it starts is retried",
  "features/integrations/hosted-bots/running/open-program.ts":
    "a script that doesn't respond delays neither other bots nor users",
  "features/integrations/outgoing-webhooks/call-service.ts":
    "a slow service delays nothing else, and its bot gets its messages in order",
  "features/email/smtp.ts":
    "after a timeout the mail service is skipped for a minute, and other work continues meanwhile",
  "features/email/transport.ts":
    "after a timeout the mail service is skipped for a minute, and other work continues meanwhile",
  "features/messages/link-previews/fetch-cards-job.ts":
    "a page that doesn't answer delays only the messages linking to it",
  "features/messages/push-notifications/mobile/push-service.ts": "a push that makes the service fail delays no others",
  "features/messages/push-notifications/web/web-push.ts": "a browser whose push service fails delays no pushes",
  "features/people/verified-domains/ask-dns.ts": "DNS that doesn't answer delays only the caller who asked for it",
  "features/server/audit-streaming/push/deliver.ts": "a collector that doesn't respond delays no others",
};

test("every source file that makes outbound requests is listed by who waits for them: the caller or background work", () => {
  const asking = Object.entries(sources)
    .filter(([path, text]) => ASKS.test(text) && !path.endsWith("/outbound-http/ask-outside.ts"))
    .map(([path]) => path.replace("../../src/", ""));
  expect(asking.sort()).toEqual([...REQUESTS, ...Object.keys(WORK)].sort());
});

test.each(Object.entries(WORK))("a test checks that other requests are served while %s waits", (_, title) => {
  const own = Object.entries(tests).filter(([path]) => !path.endsWith("who-waits.test.ts"));
  expect(own.some(([, text]) => text.includes(title))).toBe(true);
});
