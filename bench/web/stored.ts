import type { Page } from "playwright-core";

/** What the browser has stored of the messages. */
interface Stored {
  readonly messages: number;
  /** The size of the messages' HTML in UTF-8. */
  readonly textBytes: number;
}

export const storedMessages = (page: Page): Promise<Stored> =>
  page.evaluate(async () => {
    const known = await indexedDB.databases();
    const name = known.find(({ name }) => name?.startsWith("parley-cache-"))?.name;
    if (name === undefined) return { messages: 0, textBytes: 0 };
    const answer = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await answer(indexedDB.open(name));
    const rows: { message: { content: string } }[] = await answer(
      database.transaction("messages").objectStore("messages").getAll(),
    );
    database.close();
    const texts = new TextEncoder();
    const textBytes = rows.reduce((sum, { message }) => sum + texts.encode(message.content).length, 0);
    return { messages: rows.length, textBytes };
  });

/** Returns the size of the page's databases, as reported by the browser. */
export const databaseBytes = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { usageDetails } = (await navigator.storage.estimate()) as { usageDetails?: { indexedDB?: number } };
    return usageDetails?.indexedDB ?? Number.NaN;
  });
