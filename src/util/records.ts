export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  make: (key: Key) => Value,
): Record<Key, Value>;
export function recordOf(keys: readonly string[], make: (key: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, make(key)]));
}

export function mapValues<Old extends object, Value>(
  from: Old,
  change: (value: Old[keyof Old]) => Value,
): { [Key in keyof Old]: Value };
export function mapValues(from: object, change: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).map(([key, value]) => [key, change(value)]));
}

export function pick<From extends object, Key extends keyof From & string>(
  from: From,
  keys: readonly Key[],
): Pick<From, Key>;
export function pick(from: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  return recordOf(keys, (key) => from[key]);
}

export function omit<From extends object, Key extends keyof From & string>(
  from: From,
  keys: readonly Key[],
): Omit<From, Key>;
export function omit(from: object, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).filter(([key]) => !keys.includes(key)));
}

export function definedOf<From extends object>(from: From): { [Key in keyof From]?: Exclude<From[Key], undefined> };
export function definedOf(from: object): object {
  return Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined));
}
