import { Encrypter } from "age-encryption";
import { vi } from "vitest";

const { setPassphrase } = Encrypter.prototype;

/** Makes passphrase-encrypted data quick to decrypt: at the usual work factor it takes a second. */
export function cheapenPassphrases(): void {
  vi.spyOn(Encrypter.prototype, "setPassphrase").mockImplementation(function (this: Encrypter, passphrase) {
    this.setScryptWorkFactor(10);
    setPassphrase.call(this, passphrase);
  });
}
