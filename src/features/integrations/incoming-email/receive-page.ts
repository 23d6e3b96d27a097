import { page } from "../../../api/page.ts";
import { Log } from "../../../logging/log.ts";
import { failure, notFoundFailure, success } from "../../../protocol/envelope.ts";
import { isSameSecret } from "../../../util/is-same.ts";
import { noteRefusal, readBytes } from "./receive-email.ts";
import { type MailOutcome, receiveMail } from "./receive-mail.ts";

/**
 * Receives an email from a mail server. The body is the raw email, and the bearer token is the deployment's secret. The
 * envelope is in headers, which aren't logged.
 */
export const receivePage = page("POST /mail/in", async ({ request, config, env, facts }) => {
  const { mailIn, mailInSecret } = config;
  if (mailIn === null || mailInSecret === null) return notFoundFailure();
  const [, given = ""] = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (!isSameSecret(given, mailInSecret)) return refusal(401, "UNAUTHORIZED", "The secret is wrong");
  const to = request.headers.get("x-envelope-to");
  if (to === null) return refusal(400, "BAD_REQUEST", "The header X-Envelope-To is missing");
  const trail = { request: facts.id, method: request.method, route: "/mail/in" };
  const log = new Log(trail);
  const result = await receiveMail(
    { context: { config, env, log, trail }, facts },
    {
      to,
      from: request.headers.get("x-envelope-from"),
      size: Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY),
      bytes: async () => (request.body === null ? new Uint8Array() : readBytes(request.body)),
    },
  );
  noteRefusal(log, result);
  return outcomeResponse(result);
});

const STATUS = { "5.1.1": 404, "5.3.4": 413, "5.6.0": 400, "5.7.1": 403 } as const;

/**
 * Returns a response whose status makes the mail server deliver the email again (503) or notify its sender (other
 * errors).
 */
function outcomeResponse(result: MailOutcome): Response {
  switch (result.kind) {
    case "taken":
      return success({ outcome: result.outcome }, []);
    case "refused":
      return refusal(STATUS[result.code], "MAIL_REFUSED", `${result.code} ${result.text}`);
    case "later":
      return failure({
        code: "MAIL_LATER",
        msg: `4.3.0 ${result.text}`,
        status: 503,
        headers: { "Retry-After": "60" },
      });
    default:
      return result satisfies never;
  }
}

const refusal = (status: number, code: string, msg: string) => failure({ code, msg, status });
