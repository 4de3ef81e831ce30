import i18next from 'i18next'

/** Texts of one package: key to English sentence, `{{name}}` for values, `_one` and `_other` for plurals. */
export type Texts = Readonly<Record<string, string>>

type WithoutPlural<Key> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key
export type TextKey<Catalogue extends Texts> = WithoutPlural<keyof Catalogue & string>
export type Translate<Catalogue extends Texts> = (key: TextKey<Catalogue>, values?: Readonly<Record<string, string | number>>) => string

const instance = i18next.createInstance()
void instance.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  // React escapes what it shows.
  interpolation: { escapeValue: false },
})

/**
 * Registers a package's English texts and answers its `t`. Keys are checked by the compiler; numbers in plurals are passed as `count`
 * and shown with thousands separators by `{{count, number}}`.
 */
export function registerTexts<const Catalogue extends Texts>(namespace: string, texts: Catalogue): Translate<Catalogue> {
  instance.addResourceBundle('en', namespace, texts, true, true)
  return (key, values) => {
    const options: Record<string, unknown> = { ns: namespace, ...values }
    return instance.t(String(key), options)
  }
}
