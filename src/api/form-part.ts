/** A form field: text, or a file if it has a file name. Read its bytes before the next part. */
export interface FormPart {
  readonly name: string;
  readonly filename: string | undefined;
  readonly type: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The same bytes as a stream of known length, if the request contains nothing else. */
  readonly whole?: { readonly stream: ReadableStream<Uint8Array>; readonly bytes: number };
}
