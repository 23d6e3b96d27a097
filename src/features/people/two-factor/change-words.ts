import type { Language } from "../../../protocol/language.ts";
import { actorName } from "../../organization/accounts/letter-language.ts";

export type LoginChange =
  | { readonly kind: "new password" | "new API key" }
  | { readonly kind: "second factor on" | "second factor off" | "new recovery codes" }
  | { readonly kind: "recovery code used"; readonly left: number }
  | { readonly kind: "reset" | "password link"; readonly by: string | undefined }
  | { readonly kind: "password set" | "logins ended" | "attempts forgotten" }
  | { readonly kind: "logged out"; readonly by: string; readonly keys: boolean }
  | { readonly kind: "passkey added" | "passkey removed"; readonly name: string }
  | { readonly kind: "service linked"; readonly name: string; readonly endsOthers: boolean }
  | { readonly kind: "service unlinked"; readonly name: string };

const en = {
  subject: (organization: string) => `Your login settings for ${organization} changed`,
  greeting: (person: string) => `Hello ${person},`,
  happened: (organization: string, url: string) =>
    `The login settings of your account in ${organization} (${url}) changed:`,
  what(change: LoginChange): string {
    switch (change.kind) {
      case "new password":
        return "Your password was changed. All other browsers were logged out.";
      case "new API key":
        return "You have a new API key. Apps and scripts with the old one were logged out.";
      case "second factor on":
        return "Two-factor authentication is on. You'll enter a code from your authenticator app along with your password.";
      case "second factor off":
        return "Two-factor authentication is off. You'll need only your password to log in.";
      case "new recovery codes":
        return "You have new recovery codes. The old ones stopped working.";
      case "recovery code used":
        return `Someone logged in with your password and one of your recovery codes. Recovery codes left: ${change.left}.`;
      case "reset":
        return `${actorName("en", change.by)} removed two-factor authentication and all passkeys from your account.`;
      case "password link":
        return `${actorName("en", change.by)} created a link for choosing a new password. It works once, for an hour.`;
      case "password set":
        return "Your server administrator chose a new password for you.";
      case "logins ended":
        return "Your server administrator logged you out everywhere and revoked your API keys.";
      case "logged out":
        return `${actorName("en", change.by)} logged you out of all browsers${change.keys ? " and apps, and revoked your API keys" : ""}.`;
      case "attempts forgotten":
        return "Your server administrator allowed new attempts to log in, after too many with a wrong password.";
      case "passkey added":
        return `You can log in with a new passkey, “${change.name}”.`;
      case "passkey removed":
        return `The passkey “${change.name}” was removed. No one can log in with it anymore.`;
      case "service linked":
        return `You can log in with ${change.name}: your account there is linked to this one.${change.endsOthers ? " Your email address wasn't confirmed before, so the account's password, passkeys, API keys and browser logins stopped working." : ""}`;
      case "service unlinked":
        return `You can't log in with ${change.name} anymore: your account there is no longer linked to this one.`;
    }
  },
  notYou: "If this wasn't you, change your password now and tell an administrator.",
  logInAgain: "Log in again to continue. If you don't know why this happened, ask an administrator.",
  setUpAnew:
    "Log in with your password, and set up two-factor authentication or a passkey again. If you didn't ask for this, tell an administrator now.",
};

const de: typeof en = {
  subject: (organization) => `Deine Anmeldung bei ${organization} hat sich geändert`,
  greeting: (person) => `Hallo ${person},`,
  happened: (organization, url) =>
    `an der Anmeldung zu deinem Konto bei ${organization} (${url}) hat sich etwas geändert:`,
  what(change) {
    switch (change.kind) {
      case "new password":
        return "Dein Passwort wurde geändert. Alle anderen Browser wurden abgemeldet.";
      case "new API key":
        return "Du hast einen neuen API-Schlüssel. Apps und Skripte mit dem alten wurden abgemeldet.";
      case "second factor on":
        return "Zwei-Faktor-Authentifizierung ist eingeschaltet. Zu deinem Passwort gibst du einen Code aus deiner Authenticator-App ein.";
      case "second factor off":
        return "Zwei-Faktor-Authentifizierung ist ausgeschaltet. Zum Anmelden genügt dein Passwort.";
      case "new recovery codes":
        return "Du hast neue Wiederherstellungscodes. Die alten gelten nicht mehr.";
      case "recovery code used":
        return `Jemand hat sich mit deinem Passwort und einem deiner Wiederherstellungscodes angemeldet. Es sind noch ${change.left} übrig.`;
      case "reset":
        return `${actorName("de", change.by)} hat Zwei-Faktor-Authentifizierung und alle Passkeys aus deinem Konto entfernt.`;
      case "password link":
        return `${actorName("de", change.by)} hat einen Link erstellt, mit dem sich dein Passwort neu wählen lässt. Er gilt einmal und eine Stunde lang.`;
      case "password set":
        return "Die Serveradministration hat ein neues Passwort für dich gewählt.";
      case "logins ended":
        return "Die Serveradministration hat dich überall abgemeldet und deine API-Schlüssel widerrufen.";
      case "logged out":
        return `${actorName("de", change.by)} hat dich in allen Browsern${change.keys ? " und Apps" : ""} abgemeldet${change.keys ? " und deine API-Schlüssel widerrufen" : ""}.`;
      case "attempts forgotten":
        return "Die Serveradministration hat neue Anmeldeversuche erlaubt, nachdem es zu viele mit falschem Passwort gab.";
      case "passkey added":
        return `Du kannst dich mit einem neuen Passkey anmelden: „${change.name}“.`;
      case "passkey removed":
        return `Der Passkey „${change.name}“ wurde entfernt: Mit ihm kann sich niemand mehr anmelden.`;
      case "service linked":
        return `Du kannst dich mit ${change.name} anmelden: Dein Konto dort ist mit diesem verknüpft.${change.endsOthers ? " Deine Adresse war bisher nicht bestätigt. Deshalb gelten Passwort, Passkeys, API-Schlüssel und Anmeldungen in Browsern nicht mehr." : ""}`;
      case "service unlinked":
        return `Du kannst dich nicht mehr mit ${change.name} anmelden: Dein Konto dort ist nicht mehr mit diesem verknüpft.`;
    }
  },
  notYou: "Wenn du das nicht warst, ändere jetzt dein Passwort, und sag der Administration Bescheid.",
  logInAgain:
    "Melde dich neu an, um weiterzumachen. Wenn du nicht weißt, warum das geschehen ist, frag die Administration.",
  setUpAnew:
    "Melde dich mit deinem Passwort an, und richte Zwei-Faktor-Authentifizierung oder einen Passkey neu ein. Wenn du nicht darum gebeten hast, sag jetzt der Administration Bescheid.",
};

const es: typeof en = {
  subject: (organization) => `Tu inicio de sesión en ${organization} ha cambiado`,
  greeting: (person) => `Hola, ${person}:`,
  happened: (organization, url) => `Ha cambiado la forma de iniciar sesión en tu cuenta de ${organization} (${url}):`,
  what(change) {
    switch (change.kind) {
      case "new password":
        return "Se cambió tu contraseña. Se cerró la sesión en todos los demás navegadores.";
      case "new API key":
        return "Tienes una nueva clave de API. Se cerró la sesión de las aplicaciones y scripts con la anterior.";
      case "second factor on":
        return "La autenticación en dos pasos está activada. Escribirás un código de tu aplicación de autenticación además de tu contraseña.";
      case "second factor off":
        return "La autenticación en dos pasos está desactivada. Solo necesitarás tu contraseña para iniciar sesión.";
      case "new recovery codes":
        return "Tienes nuevos códigos de recuperación. Los anteriores dejaron de funcionar.";
      case "recovery code used":
        return `Alguien inició sesión con tu contraseña y uno de tus códigos de recuperación. Códigos restantes: ${change.left}.`;
      case "reset":
        return `${actorName("es", change.by)} quitó la autenticación en dos pasos y todas las llaves de acceso de tu cuenta.`;
      case "password link":
        return `${actorName("es", change.by)} creó un enlace para elegir una contraseña nueva. Funciona una sola vez, durante una hora.`;
      case "password set":
        return "La administración del servidor eligió una contraseña nueva para ti.";
      case "logins ended":
        return "La administración del servidor cerró todas tus sesiones y revocó tus claves de API.";
      case "logged out":
        return `${actorName("es", change.by)} cerró tus sesiones en todos los navegadores${change.keys ? " y aplicaciones, y revocó tus claves de API" : ""}.`;
      case "attempts forgotten":
        return "La administración del servidor permitió nuevos intentos de inicio de sesión, después de demasiados con una contraseña incorrecta.";
      case "passkey added":
        return `Puedes iniciar sesión con una nueva llave de acceso: «${change.name}».`;
      case "passkey removed":
        return `Se quitó la llave de acceso «${change.name}». Ya nadie puede iniciar sesión con ella.`;
      case "service linked":
        return `Puedes iniciar sesión con ${change.name}: tu cuenta de allí está vinculada a esta.${change.endsOthers ? " Tu correo electrónico no estaba confirmado, así que la contraseña, las llaves de acceso, las claves de API y las sesiones de navegador de la cuenta dejaron de funcionar." : ""}`;
      case "service unlinked":
        return `Ya no puedes iniciar sesión con ${change.name}: tu cuenta de allí ya no está vinculada a esta.`;
    }
  },
  notYou: "Si no fuiste tú, cambia tu contraseña ahora y avisa a la administración.",
  logInAgain: "Vuelve a iniciar sesión para continuar. Si no sabes por qué ha pasado, pregunta a la administración.",
  setUpAnew:
    "Inicia sesión con tu contraseña y vuelve a configurar la autenticación en dos pasos o una llave de acceso. Si no lo pediste, avisa ahora a la administración.",
};

const fr: typeof en = {
  subject: (organization) => `Votre connexion à ${organization} a changé`,
  greeting: (person) => `Bonjour ${person},`,
  happened: (organization, url) =>
    `Les paramètres de connexion de votre compte dans ${organization} (${url}) ont changé :`,
  what(change) {
    switch (change.kind) {
      case "new password":
        return "Votre mot de passe a été modifié. Tous les autres navigateurs ont été déconnectés.";
      case "new API key":
        return "Vous avez une nouvelle clé d’API. Les applications et scripts utilisant l’ancienne ont été déconnectés.";
      case "second factor on":
        return "L’authentification à deux facteurs est activée. En plus de votre mot de passe, vous saisirez un code de votre application d’authentification.";
      case "second factor off":
        return "L’authentification à deux facteurs est désactivée. Seul votre mot de passe est nécessaire pour vous connecter.";
      case "new recovery codes":
        return "Vous avez de nouveaux codes de récupération. Les anciens ne fonctionnent plus.";
      case "recovery code used":
        return `Quelqu’un s’est connecté avec votre mot de passe et l’un de vos codes de récupération. Codes restants : ${change.left}.`;
      case "reset":
        return `${actorName("fr", change.by)} a retiré l’authentification à deux facteurs et toutes les clés d’accès de votre compte.`;
      case "password link":
        return `${actorName("fr", change.by)} a créé un lien pour choisir un nouveau mot de passe. Il fonctionne une seule fois, pendant une heure.`;
      case "password set":
        return "L’administration du serveur a choisi un nouveau mot de passe pour vous.";
      case "logins ended":
        return "L’administration du serveur vous a déconnecté partout et a révoqué vos clés d’API.";
      case "logged out":
        return `${actorName("fr", change.by)} vous a déconnecté de tous les navigateurs${change.keys ? " et applications, et a révoqué vos clés d’API" : ""}.`;
      case "attempts forgotten":
        return "L’administration du serveur a autorisé de nouvelles tentatives de connexion, après un trop grand nombre avec un mauvais mot de passe.";
      case "passkey added":
        return `Vous pouvez vous connecter avec une nouvelle clé d’accès : « ${change.name} ».`;
      case "passkey removed":
        return `La clé d’accès « ${change.name} » a été supprimée. Personne ne peut plus se connecter avec elle.`;
      case "service linked":
        return `Vous pouvez vous connecter avec ${change.name} : votre compte y est lié à celui-ci.${change.endsOthers ? " Votre adresse e-mail n’était pas encore confirmée : le mot de passe, les clés d’accès, les clés d’API et les sessions de navigateur du compte ne fonctionnent donc plus." : ""}`;
      case "service unlinked":
        return `Vous ne pouvez plus vous connecter avec ${change.name} : votre compte n’y est plus lié à celui-ci.`;
    }
  },
  notYou: "Si ce n’était pas vous, changez votre mot de passe maintenant et prévenez l’administration.",
  logInAgain: "Reconnectez-vous pour continuer. Si vous ne savez pas pourquoi, demandez à l’administration.",
  setUpAnew:
    "Connectez-vous avec votre mot de passe et configurez de nouveau l’authentification à deux facteurs ou une clé d’accès. Si vous ne l’avez pas demandé, prévenez l’administration maintenant.",
};

const ja: typeof en = {
  subject: (organization) => `${organization} のログイン設定が変更されました`,
  greeting: (person) => `${person} さん、こんにちは。`,
  happened: (organization, url) => `${organization}（${url}）のアカウントのログイン設定が変更されました：`,
  what(change) {
    switch (change.kind) {
      case "new password":
        return "パスワードが変更されました。他のすべてのブラウザーからログアウトしました。";
      case "new API key":
        return "新しい API キーが発行されました。以前のキーを使うアプリとスクリプトはログアウトされました。";
      case "second factor on":
        return "2 要素認証が有効になりました。ログイン時にはパスワードに加えて、認証アプリのコードを入力します。";
      case "second factor off":
        return "2 要素認証が無効になりました。ログインに必要なのはパスワードだけです。";
      case "new recovery codes":
        return "新しいリカバリーコードが発行されました。以前のコードは使えなくなりました。";
      case "recovery code used":
        return `パスワードとリカバリーコードを使ったログインがありました。残りのリカバリーコード：${change.left} 個。`;
      case "reset":
        return `${actorName("ja", change.by)}があなたのアカウントから 2 要素認証とすべてのパスキーを削除しました。`;
      case "password link":
        return `${actorName("ja", change.by)}が新しいパスワードを設定するためのリンクを作成しました。リンクは 1 時間以内に 1 回だけ使えます。`;
      case "password set":
        return "サーバー管理者が新しいパスワードを設定しました。";
      case "logins ended":
        return "サーバー管理者がすべてのログインを終了し、API キーを失効させました。";
      case "logged out":
        return `${actorName("ja", change.by)}がすべてのブラウザー${change.keys ? "とアプリ" : ""}からあなたをログアウトさせ${change.keys ? "、API キーを失効させ" : ""}ました。`;
      case "attempts forgotten":
        return "誤ったパスワードでの試行が多すぎたため、サーバー管理者がログインの再試行を許可しました。";
      case "passkey added":
        return `新しいパスキー「${change.name}」でログインできるようになりました。`;
      case "passkey removed":
        return `パスキー「${change.name}」が削除されました。このパスキーではログインできなくなりました。`;
      case "service linked":
        return `${change.name} でログインできるようになりました。${change.name} のアカウントがこのアカウントに連携されています。${change.endsOthers ? "メールアドレスが未確認だったため、アカウントのパスワード、パスキー、API キー、ブラウザーのログインは無効になりました。" : ""}`;
      case "service unlinked":
        return `${change.name} ではログインできなくなりました。${change.name} のアカウントとの連携が解除されました。`;
    }
  },
  notYou: "心当たりがない場合は、今すぐパスワードを変更し、管理者に知らせてください。",
  logInAgain: "続けるには、もう一度ログインしてください。理由がわからない場合は、管理者に問い合わせてください。",
  setUpAnew:
    "パスワードでログインし、2 要素認証またはパスキーをもう一度設定してください。依頼していない場合は、今すぐ管理者に知らせてください。",
};

const ar: typeof en = {
  subject: (organization) => `تغيّرت إعدادات تسجيل دخولك إلى ${organization}`,
  greeting: (person) => `مرحبًا ${person}،`,
  happened: (organization, url) => `تغيّرت إعدادات تسجيل الدخول لحسابك في ${organization} (${url}):`,
  what(change) {
    switch (change.kind) {
      case "new password":
        return "تم تغيير كلمة المرور. تم تسجيل الخروج من كل المتصفحات الأخرى.";
      case "new API key":
        return "لديك مفتاح API جديد. تم تسجيل خروج التطبيقات والبرامج النصية التي تستخدم المفتاح القديم.";
      case "second factor on":
        return "المصادقة الثنائية مفعَّلة. ستُدخل رمزًا من تطبيق المصادقة مع كلمة المرور.";
      case "second factor off":
        return "المصادقة الثنائية متوقفة. ستحتاج إلى كلمة المرور فقط لتسجيل الدخول.";
      case "new recovery codes":
        return "لديك رموز استرداد جديدة. توقفت الرموز القديمة عن العمل.";
      case "recovery code used":
        return `سجّل شخص ما الدخول بكلمة المرور وأحد رموز الاسترداد. رموز الاسترداد المتبقية: ${change.left}.`;
      case "reset":
        return `أزال ${actorName("ar", change.by)} المصادقة الثنائية وكل مفاتيح المرور من حسابك.`;
      case "password link":
        return `أنشأ ${actorName("ar", change.by)} رابطًا لاختيار كلمة مرور جديدة. يعمل مرة واحدة خلال ساعة.`;
      case "password set":
        return "اختار مدير الخادم كلمة مرور جديدة لك.";
      case "logins ended":
        return "سجّل مدير الخادم خروجك من كل مكان وألغى مفاتيح API الخاصة بك.";
      case "logged out":
        return `سجّل ${actorName("ar", change.by)} خروجك من كل المتصفحات${change.keys ? " والتطبيقات وألغى مفاتيح API الخاصة بك" : ""}.`;
      case "attempts forgotten":
        return "سمح مدير الخادم بمحاولات جديدة لتسجيل الدخول، بعد محاولات كثيرة بكلمة مرور خاطئة.";
      case "passkey added":
        return `يمكنك تسجيل الدخول بمفتاح مرور جديد: «${change.name}».`;
      case "passkey removed":
        return `تمت إزالة مفتاح المرور «${change.name}». لا يمكن لأحد تسجيل الدخول به بعد الآن.`;
      case "service linked":
        return `يمكنك تسجيل الدخول باستخدام ${change.name}: حسابك هناك مرتبط بهذا الحساب.${change.endsOthers ? " لم يكن بريدك الإلكتروني مؤكدًا من قبل، لذلك توقفت كلمة المرور ومفاتيح المرور ومفاتيح API وعمليات تسجيل الدخول في المتصفحات عن العمل." : ""}`;
      case "service unlinked":
        return `لم يعد بإمكانك تسجيل الدخول باستخدام ${change.name}: لم يعد حسابك هناك مرتبطًا بهذا الحساب.`;
    }
  },
  notYou: "إذا لم تكن أنت، فغيّر كلمة المرور الآن وأخبر الإدارة.",
  logInAgain: "سجّل الدخول مجددًا للمتابعة. إذا كنت لا تعرف السبب، فاسأل الإدارة.",
  setUpAnew:
    "سجّل الدخول بكلمة المرور، وأعد إعداد المصادقة الثنائية أو مفتاح مرور. إذا لم تطلب ذلك، فأخبر الإدارة الآن.",
};

export const changeWords: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };
