import type { Page } from "playwright-core";

/** Everything that a browser keeps of somebody, as text: its databases and its storage, but for how the page looks. */
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
