import { signal } from "@preact/signals";

/** Chromium's event that lets a page offer its installation, once. */
interface InstallPrompt {
  readonly prompt: () => Promise<unknown>;
}

/** Set while the browser offers to install this page. */
export const installPrompt = signal<InstallPrompt | undefined>(undefined);

/**
 * True once the user has sent a message from this page. The notice that offers installation waits for this, because
 * users then know what they would install.
 */
export const hasSent = signal(false);

/** Keeps the `beforeinstallprompt` event for later. It fires once, before later scripts are loaded. */
export function keepInstallPrompt(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    installPrompt.value = event as Event & InstallPrompt;
  });
  addEventListener("appinstalled", () => {
    installPrompt.value = undefined;
  });
}
