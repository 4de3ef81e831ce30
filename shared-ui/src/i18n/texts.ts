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

/** Texts kept of one package. */
const maxKnown = 2_000

/**
 * Registers a package's English texts and answers its `t`. Keys are checked by the compiler; numbers in plurals are passed as `count`
 * and shown with thousands separators by `{{count, number}}`.
 */
export function registerTexts<const Catalogue extends Texts>(namespace: string, texts: Catalogue): Translate<Catalogue> {
  instance.addResourceBundle('en', namespace, texts, true, true)
  // The same few texts are shown again and again, and i18next takes about 0.05 ms for each: a record shows over a hundred.
  const known = new Map<string, string>()
  return (key, values) => {
    const id = values === undefined ? key : [key, ...Object.values(values)].join('\u0000')
    const before = known.get(id)
    if (before !== undefined) return before
    const text = instance.t(String(key), { ns: namespace, ...values })
    if (known.size === maxKnown) known.clear()
    known.set(id, text)
    return text
  }
}
