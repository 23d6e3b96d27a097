/**
 * Pattern of the addresses for incoming email: `%s@mail.example.org`, or `chat+%s@example.org`. `%s` identifies the
 * recipient.
 */
export interface MailPattern {
  readonly before: string;
  readonly after: string;
}

const PATTERN = /^([a-z0-9._+-]*)%s([a-z0-9._+-]*@[a-z0-9.-]+\.?[a-z0-9-]+)$/i;

export function readMailPattern(pattern: string): MailPattern | undefined {
  const [, before, after] = PATTERN.exec(pattern.trim()) ?? [];
  return before === undefined || after === undefined ? undefined : { before, after };
}
