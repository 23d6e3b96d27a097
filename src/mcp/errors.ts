export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
const HEADER_MISMATCH = -32020;
export const MISSING_CAPABILITY = -32021;
export const UNSUPPORTED_VERSION = -32022;

/** A protocol error. Problems that the model can fix are returned as tool results instead. */
export class McpError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly status = 200,
    readonly data?: unknown,
  ) {
    super(message);
    this.name = "McpError";
  }
}

export const invalidParams = (message: string) => new McpError(INVALID_PARAMS, message);
export const headerMismatch = (message: string) => new McpError(HEADER_MISMATCH, message, 400);

/** An error reported as an HTTP status such as 401, wherever it is detected. */
export class HttpRefusal extends Error {
  constructor(readonly response: Response) {
    super(`refused with ${response.status}`);
    this.name = "HttpRefusal";
  }
}
