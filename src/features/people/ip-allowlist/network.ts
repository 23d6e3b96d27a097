import { bitsOfIpv4, bitsOfIpv6 } from "../../../util/address-bits.ts";

/** Prefix of an IPv4 address within IPv6 (RFC 4291, 2.5.5.2). */
const MAPPED = `6:${"0".repeat(80)}${"1".repeat(16)}`;
const MAPPED_LENGTH = 96;

/**
 * Returns "4:" or "6:" and the bits of an IP address, or undefined for other strings. IPv4 within IPv6 counts as IPv4.
 */
export function addressBits(address: string): string | undefined {
  const bits = writtenBits(address.replace(/%.*$/, ""));
  return bits?.startsWith(MAPPED) ? `4:${bits.slice(MAPPED.length)}` : bits;
}

function writtenBits(address: string): string | undefined {
  if (!address.includes(":")) {
    const isDecimal = /^(?:(?:0|[1-9]\d{0,2})(?:\.(?!$)|$)){4}$/.test(address);
    return isDecimal && address.split(".").every((part) => Number(part) < 256) ? bitsOfIpv4(address) : undefined;
  }
  const url = `http://[${address}]`;
  return /^[\da-fA-F:.]+$/.test(address) && URL.canParse(url)
    ? bitsOfIpv6(new URL(url).hostname.slice(1, -1))
    : undefined;
}

/** A network: the prefix bits of its addresses, and its text form. */
export interface Network {
  readonly bits: string;
  readonly text: string;
}

/**
 * Parses a network in CIDR notation (RFC 4632, RFC 4291 2.3), or a single address. Host bits are ignored, and left out
 * of the text form. Returns undefined if the text is neither.
 */
export function readNetwork(text: string): Network | undefined {
  const [address = "", length, ...rest] = text.trim().split("/");
  const written = writtenBits(address);
  if (written === undefined || rest.length > 0 || (length !== undefined && !/^(?:0|[1-9]\d{0,2})$/.test(length)))
    return undefined;
  const isMapped = written.startsWith(MAPPED);
  const bits = isMapped ? `4:${written.slice(MAPPED.length)}` : written;
  const width = bits.length - 2;
  const wanted = length === undefined ? width : Number(length) - (isMapped ? MAPPED_LENGTH : 0);
  if (wanted < 0 || wanted > width) return undefined;
  const prefix = bits.slice(0, 2 + wanted);
  return { bits: prefix, text: `${writtenAddress(prefix.padEnd(2 + width, "0"))}/${wanted}` };
}

function writtenAddress(bits: string): string {
  const size = bits.startsWith("4:") ? 8 : 16;
  const parts = [...bits.slice(2).matchAll(new RegExp(`.{${size}}`, "g"))].map(([part]) => Number.parseInt(part, 2));
  if (size === 8) return parts.join(".");
  return new URL(`http://[${parts.map((part) => part.toString(16)).join(":")}]`).hostname.slice(1, -1);
}
