import { failureWords } from "../../html-pages/failure-words.ts";
import { STATUS_CODES } from "../os/http.ts";

const PAGE = /^GET \/(?!api\/|json\/)[\s\S]*\r\naccept:[^\r]*text\/html/i;
const LANGUAGES = /\r\naccept-language:([^\r]*)/i;
const STYLE = `:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;place-content:center;text-align:center;padding:0 24px;font:15px/1.5 system-ui,sans-serif}
h1{margin:0;font-size:24px}`;

/**
 * Returns a page that tells a browser to wait and reloads itself, or undefined if the request's head doesn't ask for a
 * page.
 */
function waitingPage(head: Buffer): string | undefined {
  const text = head.toString("latin1");
  if (!PAGE.test(text)) return undefined;
  const language = wantedLanguage(LANGUAGES.exec(text)?.[1] ?? "");
  const { titles, busy, retries } = failureWords[language];
  return `<!doctype html>
<html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titles[503]}</title>
<style>${STYLE}</style>
<main><h1>${titles[503]}</h1>
<p>${busy} ${retries}</p></main>
</html>
`;
}

/** Returns the first supported language of an Accept-Language header, because browsers list the preferred one first. */
function wantedLanguage(tags: string): keyof typeof failureWords {
  const spoken = Object.keys(failureWords) as (keyof typeof failureWords)[];
  const named = tags.split(",").map((tag) => tag.trim().slice(0, 2).toLowerCase());
  return named.flatMap((tag) => spoken.find((language) => language === tag) ?? [])[0] ?? "en";
}

/** A response by the gate itself, in the protocol's error envelope. It ends the connection. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: string;
  readonly #seconds: number | undefined;

  /** @param more additional header lines, each with its line end, and how many seconds to wait before a retry */
  constructor(
    status: number,
    message: string,
    { code = "BAD_REQUEST", headers = "", seconds }: { code?: string; headers?: string; seconds?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.#seconds = seconds;
  }

  /**
   * @param request the rejected request, if its head is known: HEAD gets no body, and a browser gets a page that
   * retries
   */
  toBytes(request: { readonly method: string; readonly head: Buffer } | null = null) {
    const page = request !== null && this.#seconds !== undefined ? waitingPage(request.head) : undefined;
    const body = Buffer.from(page ?? JSON.stringify({ result: "error", msg: this.message, code: this.code }));
    const lines = [
      `HTTP/1.1 ${this.status} ${STATUS_CODES[this.status]}`,
      ...(page === undefined
        ? ["content-type: application/json"]
        : ["content-type: text/html; charset=utf-8", "cache-control: no-store", `refresh: ${this.#seconds}`]),
      `content-length: ${body.length}`,
      ...(this.#seconds === undefined ? [] : [`retry-after: ${this.#seconds}`]),
      `${this.headers}connection: close`,
    ];
    const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
    return request?.method === "HEAD" ? head : Buffer.concat([head, body]);
  }
}

export const badRequest = (message: string) => new Refusal(400, message);

/** A 503 with `Retry-After` for requests that may succeed a little later, once the runtime has started or has room. */
export const unavailable = (message: string, seconds = 1) =>
  new Refusal(503, message, { code: "REQUEST_TIMEOUT", seconds });
