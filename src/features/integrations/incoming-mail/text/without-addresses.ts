import type { MailPattern } from "../../../../config/mail-pattern.ts";
import { readMailAddress } from "../mail-address.ts";

/** The address of a page that stops letters, as letters have it (RFC 8058). */
const UNSUBSCRIBE = /https?:\/\/[^\s<>()[\]"]{1,300}\/unsubscribe\/[\w.-]{20,200}/g;
const ADDRESS = /[\w.+-]{20,120}@[\w.-]{1,200}\w/g;

/**
 * A mail without what would let its readers act for its sender: addresses that mail comes in by, and the links of letters
 * that stop them. Mail that quotes a letter has both.
 */
export const withoutAddresses = (text: string, pattern: MailPattern): string =>
  text
    .replace(UNSUBSCRIBE, "(link)")
    .replace(ADDRESS, (address) => (readMailAddress(pattern, address) === undefined ? address : "(address)"));
