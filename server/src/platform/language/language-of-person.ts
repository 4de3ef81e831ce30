import { Language } from '@portal/contract'
import { sql } from 'kysely'
import type { RawBuilder, Transaction } from 'kysely'
import type { Tables } from '#platform/database/tables.ts'

const known = Language.options.map((option) => `'${option}'`).join(', ')

/**
 * SQL of the language for messages to a person (`users u`): the language they chose, otherwise that of the
 * browser of their last sign-in.
 */
export const languageOfPersonText = `coalesce(case when u.locale in (${known}) then u.locale end,
  (select b.language from browser_languages b where b."user" = u.pid), 'en')`
export const languageOfPerson: RawBuilder<Language> = sql.raw(languageOfPersonText)

/** The language of one person; English if there is no such person. */
export async function findLanguageOf(trx: Transaction<Tables>, person: string): Promise<Language> {
  const { rows } = await sql<{
    language: Language
  }>`select ${languageOfPerson} as language from users u where u.pid = ${person}`.execute(trx)
  return rows[0]?.language ?? 'en'
}

/** The language that the people of an organization share; English if they use several, or if it has no people. */
export async function findLanguageOfOrganization(trx: Transaction<Tables>, org: string): Promise<Language> {
  const { rows } = await sql<{
    language: Language
  }>`select distinct ${languageOfPerson} as language from users u where u.org = ${org} and u.status = 'ACTIVE' and u.deleted_at is null`.execute(
    trx,
  )
  const [first] = rows
  return rows.length === 1 && first !== undefined ? first.language : 'en'
}

/** Stores the language of the browser a person signs in with. */
export async function saveBrowserLanguage(
  trx: Transaction<Tables>,
  user: string,
  language: Language,
): Promise<void> {
  await trx
    .insertInto('browser_languages')
    .values({ user, language })
    .onConflict((conflict) => conflict.column('user').doUpdateSet({ language }))
    .execute()
}
