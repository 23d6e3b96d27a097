import { Buffer } from "node:buffer";

// The curve P-256 (SEC 2, 2.4.2). WebCrypto can also check that a point is on the curve, but only with promises, which
// a realm change can't use.
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** True if bytes are a public key as browsers send it: an uncompressed point on the curve. */
export function isPoint(bytes: Uint8Array): boolean {
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  const [x, y] = [number(bytes.subarray(1, 33)), number(bytes.subarray(33))];
  return x < P && y < P && (y * y - (x * x * x - 3n * x + B)) % P === 0n;
}

const number = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
