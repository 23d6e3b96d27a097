/** Reads a value from localStorage. Undefined if there is none, or if it isn't JSON. */
export function storedJson<Value = unknown>(key: string): Value | undefined {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

export function storeJson(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage space, the value is lost when the page is closed.
  }
}
