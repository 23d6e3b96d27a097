import { expect, test } from "vitest";
import { readTexts } from "../support/read-texts.ts";

const sources = readTexts(import.meta.dirname, "../../src/**/*.ts", "!../../src/web/**", "!../../src/cli/**");
const tests = readTexts(import.meta.dirname, "../**/*.test.ts");

const ASKS =
  /\baskOutside\(|(?<![.\w]|async |override )fetch\((?!url: |")|cloudflare:sockets|\bAI\.run\(|\bEMAIL\?\.send\(/;

/** Whoever asks for it waits, and nobody else: it is asked by the Worker, within their request. */
const REQUESTS = [
  "features/assistants/oauth-grants/client-document.ts",
  "features/files/media-proxy/external-page.ts",
  "features/files/voice-messages/endpoints.ts",
  "features/integrations/incoming-webhooks/look-up-names.ts",
  "features/messages/call-providers/endpoints.ts",
  "features/messages/call-providers/zoom.ts",
  "features/people/sso-login/providers/provider-fetch.ts",
  "features/server/organization-setup/server-numbers.ts",
  "converters/slack/slack-api.ts",
];

/** What the organization's own work asks, and the test by which others are served while there is no answer. */
const WORK: Record<string, string> = {
  "call-room/media/ask-realtime.ts": "of a call that has ended, also where the SFU is away for a while",
  "features/integrations/hosted-bots/powers/fetch.ts": "a run that waits for too long, before anything of it has run",
  "features/integrations/hosted-bots/running/open-program.ts":
    "a run that waits for too long, before anything of it has",
  "features/integrations/outgoing-webhooks/call-service.ts":
    "a slow service keeps neither others waiting nor anything else",
  "features/email/smtp.ts":
    "a service that does not answer is left for a minute, in which other work need not wait for it",
  "features/email/transport.ts":
    "a service that does not answer is left for a minute, in which other work need not wait",
  "features/messages/link-previews/fetch-card.ts": "of five pages, in the order of their links, however they answer",
  "features/messages/push-notifications/mobile/push-service.ts": "a push at which the service fails delays no others",
  "features/messages/push-notifications/web/web-push.ts": "a browser whose service fails puts off nobody else's pushes",
  "features/people/verified-domains/ask-dns.ts": "a domain stays verified where DNS fails",
  "features/server/audit-streaming/push/deliver.ts": "is told as a failure, and only one waits",
};

test("of all that is asked outside the server it is known who waits for the answer", () => {
  const asking = Object.entries(sources)
    .filter(([path, text]) => ASKS.test(text) && !path.endsWith("/outbound-http/ask-outside.ts"))
    .map(([path]) => path.replace("../../src/", ""));
  expect(asking.sort()).toEqual([...REQUESTS, ...Object.keys(WORK)].sort());
});

test.each(Object.entries(WORK))("that others are served while %s waits has a test", (_, title) => {
  const own = Object.entries(tests).filter(([path]) => !path.endsWith("who-waits.test.ts"));
  expect(own.some(([, text]) => text.includes(title))).toBe(true);
});
