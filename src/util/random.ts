/** A source of random bytes. It is injected so that tests are repeatable. */
export interface Random {
  bytes(length: number): Uint8Array;
}

export const machineRandom: Random = { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) };

/** Returns a random number in [0, 1). */
export function fractionOf(random: Random): number {
  const [high = 0, low = 0] = random.bytes(2);
  return (high * 256 + low) / 65_536;
}

const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/**
 * Returns a random string of letters and digits. Skips bytes above the largest multiple of 62, so that all characters
 * are equally likely.
 */
export function randomToken(random: Random, length: number): string {
  let token = "";
  while (token.length < length) {
    for (const byte of random.bytes(length)) {
      if (byte < 248 && token.length < length) token += ALPHANUMERIC[byte % 62];
    }
  }
  return token;
}

export function randomUuid(random: Random): string {
  const bytes = random.bytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
