import { readFile } from 'node:fs/promises'
import { Refusal, phrase } from '@portal/contract'
import type { Actor } from '@portal/contract'
import { LibraryFile } from '@portal/contract/library-file'
import type { LibraryPacks } from '@portal/contract/library-file'

/** The packs that come with the portal, in the order in which they are offered. */
const keys = ['austin-building', 'texas-oversize', 'calgary-building'] as const

/** GET /permit-library/packs/{key}: the file. Throws 404. */
export async function readPack(key: string): Promise<LibraryFile> {
  const known = keys.find((each) => each === key)
  if (known === undefined)
    throw new Refusal('not-found', phrase('There is no pack {{key}}.', { key: key.slice(0, 64) }))
  const text = await readFile(new URL(`./packs/${known}.json`, import.meta.url), 'utf8')
  return LibraryFile.parse(JSON.parse(text))
}

/** GET /permit-library/packs, in the language of the reader. */
export async function listPacks({ language }: Pick<Actor, 'language'>): Promise<LibraryPacks> {
  const packs = await Promise.all(
    keys.map(async (key) => {
      const { name = key, nameEs = name, description = '', descriptionEs = description } = await readPack(key)
      return language === 'es'
        ? { key, name: nameEs, description: descriptionEs }
        : { key, name, description }
    }),
  )
  return { packs }
}
