/** A field of a form: a text, or a file where it has a file name. Its bytes are to be read before the next part. */
export interface FormPart {
  readonly name: string;
  readonly filename: string | undefined;
  readonly type: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The same bytes as they arrive, and how many they are, where nothing else is in the request. */
  readonly whole?: { readonly stream: ReadableStream<Uint8Array>; readonly bytes: number };
}
