import type { Translation } from "../../../catalog.ts";
import type { directoryWords } from "../../../settings/organization/directory.ts";

export const directory: Translation<typeof directoryWords> = {
  rows: { add: "Conectar un directorio", address: "Dirección SCIM" },
  title: "Directorio",
  hint: "Un directorio como Okta o Microsoft Entra puede crear cuentas y grupos, cambiarlos y desactivar a quienes se van (SCIM).",
  none: "Ningún directorio conectado",
  addressHint: "Tu directorio pide esta dirección y un token.",
  other: "Otro directorio",
  name: "Nombre",
  nameHint: "El registro de auditoría lo muestra en todo lo que hace el directorio.",
  kind: "Directorio",
  connect: "Conectar",
  token: "Token de acceso",
  made: "creado",
  used: "último uso",
  unused: "sin usar",
  tokenOf: (name) => `Token de ${name}`,
  tokenOnce: "Copia este token ahora: no volverás a verlo. Quien lo tenga puede crear, cambiar y desactivar cuentas.",
  makeToken: (name) => `Crear un token nuevo para ${name}`,
  endToken: (name) => `Anular el token anterior de ${name}`,
  endTokenAsk: (name) => `¿Anular el token anterior de ${name}?`,
  endTokenText:
    "Introduce antes el token nuevo en tu directorio. Desde ahora se rechazan las peticiones con el anterior.",
  endTokenDo: "Anular token",
  tokenEnded: "Token anulado",
  remove: (name) => `Desconectar ${name}`,
  removeAsk: (name) => `¿Desconectar ${name}?`,
  removeText: "Las cuentas y los grupos se quedan como están. Sus tokens dejan de funcionar.",
  removeDo: "Desconectar",
  removed: "Directorio desconectado",
};
