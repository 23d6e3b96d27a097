import { type Page, type PageContext, page } from "../../../api/page.ts";
import { methodNotAllowed } from "../../../protocol/envelope.ts";
import { answerHeaders, BYTES_TYPE, bytesIn, capabilities, refuse, refuseVersion, VERSION } from "./tus-headers.ts";
import { createUpload, endUpload, receiveBytes, tellUpload } from "./tus-requests.ts";

/** Methods for one upload. `POST` can name another one in a header, for networks that block the others. */
const METHODS = ["DELETE", "HEAD", "OPTIONS", "PATCH", "POST"];

async function respond(context: PageContext, method: string, serve: (method: string) => Promise<Response>) {
  const { request } = context;
  const asked = method === "POST" ? (request.headers.get("x-http-method-override") ?? method) : method;
  // Browsers don't send this header to other sites without a preflight, so HTML forms can't call this.
  const response = request.headers.get("tus-resumable") === VERSION ? await serve(asked) : refuseVersion();
  for (const [name, value] of Object.entries(answerHeaders)) response.headers.set(name, value);
  return response;
}

function serveUpload(context: PageContext): Promise<Response> {
  const { request, variables } = context;
  const token = variables["token"] ?? "";
  return respond(context, request.method, async (method) => {
    switch (method) {
      case "HEAD":
        return tellUpload(context, token);
      case "DELETE":
        return endUpload(context, token);
      case "PATCH": {
        if (request.headers.get("content-type") !== BYTES_TYPE) return refuse(415, `The body has to be ${BYTES_TYPE}.`);
        const offset = bytesIn(request, "upload-offset");
        if (offset === undefined) return refuse(400, "The header Upload-Offset has to be a number of bytes.");
        return receiveBytes(context, token, offset);
      }
      default:
        return methodNotAllowed(METHODS);
    }
  });
}

const serveUploads = (below: string) => (context: PageContext) =>
  respond(context, context.request.method, () => createUpload(context, below));

const DESCRIBED = "Uploads that continue after a lost connection, by the protocol of tus.io (1.0).";

function pagesBelow(below: string): Page[] {
  const traits = { crossOrigin: below.startsWith("/api/"), byOrigin: true, described: DESCRIBED } as const;
  const one = `${below}/:token`;
  return [
    page(`OPTIONS ${below}`, ({ config }) => capabilities(config, ["POST"]), traits),
    page(`POST ${below}`, serveUploads(below), traits),
    page(`OPTIONS ${one}`, ({ config }) => capabilities(config, METHODS), traits),
    ...["GET", "PATCH", "DELETE", "POST"].map((method) => page(`${method} ${one}`, serveUpload, traits)),
  ];
}

/**
 * Uploads by the tus.io protocol. Both paths accept an API key, or a session, which is what Zulip's web client sends.
 */
export const tusPages = [...pagesBelow("/api/v1/tus"), ...pagesBelow("/json/tus")];
