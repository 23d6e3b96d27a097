import type { Page } from "playwright-core";

/**
 * Returns everything that a browser stores about a user, as text: databases and storage, except for the appearance of
 * the page.
 */
export const keptIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const answer = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const texts = Object.entries({ ...localStorage, ...sessionStorage })
      .filter(([name]) => name !== "look")
      .map((entry) => entry.join(" "));
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        texts.push(JSON.stringify(await answer(database.transaction(store).objectStore(store).getAll())));
      }
      database.close();
    }
    return texts.join("\n");
  });
