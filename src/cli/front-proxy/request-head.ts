import { badRequest, Refusal } from "./refusal.ts";
import { type Body, ChunkedBody, SizedBody } from "./request-body.ts";

const MAX_HEAD_BYTES = 64 * 1024;
/** A longer line wouldn't fit into the headers the Worker forwards. */
const MAX_LINE_BYTES = 16 * 1024;
/** Browsers send about twenty header lines, and proxies add a few. */
const MAX_LINES = 200;
/** Maximum bytes of empty lines before a request. */
const MAX_EMPTY_BYTES = 16;
const HEAD_END = "\r\n\r\n";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]+) ([!-~\x80-\xff]+) HTTP\/(\d)\.(\d)(?=\r\n|$)/;
const FIELD_LINES = /^(?:\r\n[!#$%&'*+.^_`|~\w-]+:[\t -~\x80-\xff]*)*$/;
/** Fields that affect how a request is passed on. */
const FIELDS =
  /\r\n(host|content-length|transfer-encoding|connection|expect|upgrade|x-parley-address):[\t ]*([^\r]*)/gi;
/**
 * Maximum length of a body that workerd reads and drops after it has responded. If a body is longer, workerd closes the
 * connection.
 */
const DRAINED_BYTES = 65_536;
const PLAIN_FORM = /\r\ncontent-type:[\t ]*application\/(?:x-www-form-urlencoded|json)\b/i;
/** Paths where requests wait for events. */
const WAITING = /\/events\/*$/;
/** Targets of requests that join a call. */
const CALL = /^\/(?:json|api\/v1)\/calls\/\d+\/room(?:\/by_ticket)?\/*(?:\?|$)/;
/**
 * Offers of message compression. They are removed for calls, because call messages can be long, and a few compressed
 * bytes can expand to many in the runtime.
 */
const EXTENSIONS = /^sec-websocket-extensions:/i;
/** Characters in a path that the URL parser may change. */
const ODD = /[%\\#]|\/\./;

/** A complete request head that the runtime can handle, and how its body ends. */
export interface RequestHead {
  readonly method: string;
  readonly head: Buffer;
  readonly body: Body | null;
  /** Offset of the head's end in the bytes it was read from. */
  readonly end: number;
  /** Whether the body can be a file. False for forms that can't contain one. */
  readonly isFile: boolean;
  /** True if the body is longer than the runtime reads from a refused request. */
  readonly isLong: boolean;
  /** Whether its response may wait for events. */
  readonly waits: boolean;
  /** Whether its response is the last on its connection. */
  closes: boolean;
  readonly upgrades: boolean;
  readonly isCall: boolean;
  /** True if the sender waits for "100 Continue" before sending the body. */
  readonly expects: boolean;
}

/**
 * Parses the head at the start of the given bytes. Returns null if it is incomplete. Throws a Refusal if the runtime
 * would fail on it with an internal error, or would interpret it differently than a proxy in front.
 *
 * @param address the header line with the client's address
 */
export function readHead(bytes: Buffer, address: Buffer): RequestHead | null {
  const start = lineEndsBefore(bytes);
  if (start > MAX_EMPTY_BYTES) throw badRequest("Malformed request");
  if (start === bytes.length) return null;
  const end = bytes.indexOf(HEAD_END, start, "latin1");
  if (end < 0 ? bytes.length - start > MAX_HEAD_BYTES : end - start > MAX_HEAD_BYTES) throw tooLarge();
  if (end < 0) {
    // A head that starts like this is malformed, no matter what follows.
    const first = bytes[start] ?? 0;
    if (first < 0x21 || first > 0x7e || bytes.includes("\n\n", start, "latin1")) throw badRequest("Malformed request");
    return null;
  }

  const text = bytes.toString("latin1", start, end);
  const line = REQUEST_LINE.exec(text);
  if (line === null) throw badRequest("Malformed request line");
  const [{ length: lineLength }, method = "", target = "", major, minor] = line;
  if (major !== "1" || (minor !== "0" && minor !== "1"))
    throw new Refusal(505, "Only HTTP/1.0 and HTTP/1.1 are spoken");
  if (!METHODS.includes(method)) throw methodNotAllowed();
  const fieldText = text.slice(lineLength);
  if (!FIELD_LINES.test(fieldText)) throw badRequest("Malformed header");
  if (fieldText.length > MAX_LINES * "\r\na:".length && fieldText.split("\r\n").length - 1 > MAX_LINES)
    throw tooLarge();
  if (text.length > MAX_LINE_BYTES && fieldText.split("\r\n").some((line) => line.length > MAX_LINE_BYTES)) {
    throw tooLarge();
  }

  const fields = readFields(fieldText, minor === "1");
  const path = target.startsWith("/") ? target : targetPath(target, fields.host);
  const isCall = CALL.test(path);
  const clean = path === target && !fields.spoofed && !isCall;
  return {
    method,
    head: clean
      ? Buffer.concat([
          bytes.subarray(start, start + lineLength + 2),
          address,
          bytes.subarray(start + lineLength + 2, end + HEAD_END.length),
        ])
      : Buffer.from(
          `${method} ${path} HTTP/1.${minor}\r\n${address.toString("latin1")}${ownFields(fieldText, isCall)}`,
          "latin1",
        ),
    body: fields.chunked ? new ChunkedBody() : fields.length > 0 ? new SizedBody(fields.length) : null,
    end: end + HEAD_END.length,
    isFile: (fields.chunked || fields.length > 0) && !PLAIN_FORM.test(fieldText),
    isLong: fields.chunked || fields.length > DRAINED_BYTES,
    waits: fields.upgrades || ((method === "GET" || method === "HEAD") && isWaiting(path)),
    closes: fields.closes,
    upgrades: fields.upgrades,
    isCall,
    expects: fields.expects,
  };
}

export function isRead({ method, body }: RequestHead) {
  return (method === "GET" || method === "HEAD") && body === null;
}

function lineEndsBefore(bytes: Buffer) {
  let at = 0;
  while (at < bytes.length && (bytes[at] === 0x0d || bytes[at] === 0x0a)) at += 1;
  return at;
}

/** @param persistent whether the request's HTTP version keeps connections open */
function readFields(text: string, persistent: boolean) {
  const found = {
    host: "",
    length: 0,
    chunked: false,
    closes: !persistent,
    upgrades: false,
    expects: false,
    spoofed: false,
  };
  let [hosts, lengths, codings, connection, upgrade] = [0, 0, 0, "", ""];
  FIELDS.lastIndex = 0;
  for (let field = FIELDS.exec(text); field !== null; field = FIELDS.exec(text)) {
    const value = (field[2] ?? "").trimEnd();
    switch (field[1]?.toLowerCase()) {
      case "host":
        hosts += 1;
        found.host = value;
        break;
      case "content-length":
        lengths += 1;
        if (!/^\d{1,15}$/.test(value)) throw badRequest("Content-Length is not a number");
        found.length = Number(value);
        break;
      case "transfer-encoding":
        codings += 1;
        if (value.toLowerCase() !== "chunked") throw badRequest("Transfer-Encoding is not chunked");
        found.chunked = true;
        break;
      case "connection":
        connection += `,${value.toLowerCase()}`;
        break;
      case "upgrade":
        upgrade = value.toLowerCase();
        break;
      case "expect":
        if (value.toLowerCase() !== "100-continue") throw new Refusal(417, "Expect is not 100-continue");
        found.expects = persistent;
        break;
      default:
        found.spoofed = true;
    }
  }
  if (hosts !== 1 || !isHost(found.host)) throw badRequest("Host is not one valid name");
  if (lengths + codings > 1) throw badRequest("The length of the body is given more than once");
  if (found.chunked && !persistent) throw badRequest("Transfer-Encoding is not known to HTTP/1.0");
  const options = connection === "" ? [] : connection.split(",").map((option) => option.trim());
  if (options.includes("close")) found.closes = true;
  else if (options.includes("keep-alive")) found.closes = false;
  found.upgrades = upgrade === "websocket" && options.includes("upgrade");
  return found;
}

const knownHosts = new Set<string>();

/** Whether a host is valid in a URL, because the runtime builds one from it. */
function isHost(host: string) {
  if (knownHosts.has(host)) return true;
  if (!/^(?:[\w.~-]+|\[[\da-fA-F:.]+\])(?::\d{1,5})?$/.test(host) || !URL.canParse(`http://${host}/`)) return false;
  if (knownHosts.size >= 1000) knownHosts.clear();
  knownHosts.add(host);
  return true;
}

/** Returns the path of an absolute target, whose host must match the header. */
function targetPath(target: string, host: string) {
  const [, authority = "", path = ""] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(target) ?? [];
  if (authority === "" || authority.toLowerCase() !== host.toLowerCase()) {
    throw badRequest("The request target is not a path of this server");
  }
  return path.startsWith("/") ? path : `/${path}`;
}

function isWaiting(target: string) {
  const [path = ""] = target.split("?", 1);
  return WAITING.test(ODD.test(path) ? new URL(`http://host${path}`).pathname : path);
}

/** Removes header lines that claim a client address and, for a call, those about extensions. */
function ownFields(fieldText: string, isCall: boolean) {
  const lines = fieldText.split("\r\n").slice(1);
  return lines
    .filter((line) => !/^x-parley-address:/i.test(line) && !(isCall && EXTENSIONS.test(line)))
    .map((line) => `${line}\r\n`)
    .concat("\r\n")
    .join("");
}

const tooLarge = () => new Refusal(431, "The request's head is too large");

const methodNotAllowed = () => new Refusal(405, "Method Not Allowed", { headers: `allow: ${METHODS.join(", ")}\r\n` });
