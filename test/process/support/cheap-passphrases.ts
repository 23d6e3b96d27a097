import { Encrypter } from "age-encryption";
import { vi } from "vitest";

const { setPassphrase } = Encrypter.prototype;

/** Makes what is encrypted with a passphrase quick to open: at the usual work factor, that computes for a second. */
export function cheapenPassphrases(): void {
  vi.spyOn(Encrypter.prototype, "setPassphrase").mockImplementation(function (this: Encrypter, passphrase) {
    this.setScryptWorkFactor(10);
    setPassphrase.call(this, passphrase);
  });
}
