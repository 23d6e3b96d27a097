import { signal } from "@preact/signals";

/** Chromium's event that lets a page offer its installation, once. */
interface InstallPrompt {
  readonly prompt: () => Promise<unknown>;
}

/** Set while the browser offers to install this page. */
export const installPrompt = signal<InstallPrompt | undefined>(undefined);

/** True once the user has sent a message from this page, and so knows what they would install. */
export const hasSent = signal(false);

/** Stores the browser's offer for later. The browser makes it once, before later scripts are loaded. */
export function keepInstallPrompt(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    installPrompt.value = event as Event & InstallPrompt;
  });
  addEventListener("appinstalled", () => {
    installPrompt.value = undefined;
  });
}
