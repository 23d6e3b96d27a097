import { Encrypter } from "age-encryption";
import { vi } from "vitest";

const { setPassphrase } = Encrypter.prototype;

/** Makes data that is encrypted with a passphrase quick to decrypt. With the usual work factor, it takes a second. */
export function cheapenPassphrases(): void {
  vi.spyOn(Encrypter.prototype, "setPassphrase").mockImplementation(function (this: Encrypter, passphrase) {
    this.setScryptWorkFactor(10);
    setPassphrase.call(this, passphrase);
  });
}
