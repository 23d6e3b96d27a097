/** A request whose target, headers and body are sent unchanged. */
export interface RawRequest {
  readonly name: string;
  readonly method: string;
  /** The path, starting at the root of the host. */
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

const FORM = "application/x-www-form-urlencoded";
const MESSAGE = "type=direct&to=[1]&content=x";

const PATHS = [
  ...["%", "%zz", "%00", "%ff%fe", "users/%c0%ae", "users/%ed%a0%80", "..%2f..%2fetc%2fpasswd", "./../../api/v1/users"],
  ...[
    "/users//me",
    "users/me/",
    "users/me;x=1",
    "users/me%2f",
    "users/me?%",
    "users/me?%zz=%zz",
    "messages?anchor=%00",
  ],
  ...["messages/9".padEnd(3000, "9"), "users/".padEnd(12_000, "a"), "messages/1e3", "messages/0x10", "messages/-1"],
  ...[
    "messages/%D9%A3",
    "messages/%EF%BC%91",
    "user_uploads/1/../2",
    "user_uploads/1/%2e%2e/%2e%2e/secret",
    "avatar/%E2%80%AE",
  ],
  ...["messages?narrow=[[[[[", "messages?anchor=1&anchor=2", "__proto__", "constructor", "openapi.json/x"],
];

const TYPES: readonly (readonly [string, string | Buffer])[] = [
  ["application/json", '{"type":"direct"}'],
  ["application/json", "{".repeat(50_000)],
  ["text/plain; charset=nowhere", MESSAGE],
  ["multipart/form-data", MESSAGE],
  ["multipart/form-data; boundary=", "--\r\n\r\n--"],
  ["multipart/form-data; boundary=b", '--b\r\nContent-Disposition: form-data; name="type"\r\n\r\ndirect'],
  ["multipart/form-data; boundary=b", "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--"],
  [
    "multipart/form-data; boundary=b",
    '--b\r\nContent-Disposition: form-data; name="a"; filename="\0../x"\r\n\r\nx\r\n--b--',
  ],
  [`multipart/form-data; boundary=${"b".repeat(3000)}`, "x"],
  [FORM, "%"],
  [FORM, "%zz=%zz&&&=&=="],
  [FORM, Buffer.from([0xff, 0xfe, 0x3d, 0xc0, 0x80])],
  [FORM, "a=1&".repeat(60_000)],
  [FORM, `content=${"x".repeat(3_000_000)}`],
  [FORM, `${MESSAGE}&${MESSAGE}`],
  [FORM, `${MESSAGE}&method=DELETE`],
  [FORM, `${MESSAGE}&method=${"x".repeat(1000)}`],
  [FORM, `${MESSAGE}&client=${"x".repeat(5000)}`],
  ["", MESSAGE],
  ["\u00ff/\u00fe", MESSAGE],
];

const HEADERS: readonly Record<string, string>[] = [
  { Authorization: "Basic" },
  { Authorization: "Basic !!!!" },
  { Authorization: `Basic ${btoa("no colon")}` },
  { Authorization: `Basic ${btoa(":")}` },
  { Authorization: `Basic ${Buffer.from([0xff, 0x3a, 0xfe]).toString("base64")}` },
  { Authorization: `Basic ${btoa(`x:${"k".repeat(6000)}`)}` },
  { Authorization: "Bearer x" },
  { Authorization: "Basic e30=, Basic e30=" },
  { "Content-Encoding": "gzip" },
  { "Content-Encoding": "nowhere" },
  { "Transfer-Encoding": "chunked" },
  { "X-HTTP-Method-Override": "DELETE" },
  { "X-Forwarded-For": "'; DROP TABLE users; --", "X-Real-IP": "::::" },
  { "User-Agent": "x".repeat(5000) },
  { "User-Agent": "\u00ff\u00fe" },
  { "User-Agent": "ZulipElectron/999999999999999999999.1e400" },
  { Cookie: "sessionid=../../x; csrftoken=1" },
  { Range: "bytes=5-1,0-,-0" },
  { "If-None-Match": "*", "If-Modified-Since": "never" },
  { Origin: "null", "Sec-Fetch-Site": "cross-site" },
  { Upgrade: "websocket", Connection: "Upgrade" },
  { "Accept-Language": "*".repeat(2000) },
];

/**
 * Requests that are malformed as HTTP, rather than in a parameter. Those without credentials are sent with those of
 * their sender.
 */
export const malformedRequests: readonly RawRequest[] = [
  ...PATHS.map((path) => ({ name: "path", method: "GET", path: `/api/v1/${path}` })),
  ...PATHS.map((path) => ({ name: "path at the root", method: "GET", path: `/${path}` })),
  ...[
    "/user_uploads/1/aa/x/y",
    "/user_avatars/1/x.png",
    "/avatar/1",
    "/thumbnail?url=x",
    "/static/x",
    "/json/messages",
  ].map((path) => ({ name: "page", method: "GET", path })),
  ...TYPES.flatMap(([type, body]) =>
    ["/api/v1/messages", "/api/v1/user_uploads", "/api/v1/register"].map((path) => ({
      ...{ name: `body of type ${type.slice(0, 60)}`, method: "POST", path, body, headers: { "Content-Type": type } },
    })),
  ),
  ...HEADERS.flatMap((headers) => [
    { name: "header", method: "GET", path: "/api/v1/users/me", headers },
    {
      name: "header",
      method: "POST",
      path: "/api/v1/messages",
      body: MESSAGE,
      headers: { "Content-Type": FORM, ...headers },
    },
  ]),
  ...["PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "PROPFIND", "TRACE"].flatMap((method) =>
    ["/api/v1/messages", "/api/v1/nowhere", "/", "/user_uploads/1/x"].map((path) => ({ name: "method", method, path })),
  ),
];
