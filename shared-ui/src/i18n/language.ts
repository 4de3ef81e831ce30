import { useSyncExternalStore } from 'react'
import { screenLanguage, setScreenLabels, setScreenLanguage } from '@portal/contract'
import type { Language } from '@portal/contract'
import { fetchCode } from '../feedback/missing-code.ts'

/** Spanish texts of a package by namespace. */
export type Spanish = Readonly<Record<string, Readonly<Record<string, string>>>>
/** Loads the Spanish texts of a package. */
export type LoadSpanish = () => Promise<{ spanish: Spanish; labels?: Readonly<Record<string, string>> }>

/** Spanish labels of the contract. */
const labels: Record<string, string> = {}
const spanish = new Map<string, Readonly<Record<string, string>>>()
/** Loaded and pending texts. A failed load is removed, so the next call tries again. */
const loads = new Map<LoadSpanish, Promise<void>>()
const listeners = new Set<() => void>()

/** The current language of the screen. */
export const language = screenLanguage

/** Spanish texts of one namespace, if loaded. */
export const spanishOf = (namespace: string): Readonly<Record<string, string>> | undefined =>
  spanish.get(namespace)

async function load(source: LoadSpanish): Promise<void> {
  const module = await fetchCode(source)
  for (const [namespace, texts] of Object.entries(module.spanish)) spanish.set(namespace, texts)
  if (module.labels === undefined) return
  Object.assign(labels, module.labels)
  if (language() === 'es') setScreenLabels(labels)
}

async function loaded(source: LoadSpanish): Promise<void> {
  const known = loads.get(source)
  if (known !== undefined) return known
  const loading = load(source)
  loads.set(source, loading)
  try {
    await loading
  } catch (error) {
    loads.delete(source)
    throw error
  }
}

const sources = new Set<LoadSpanish>()

/**
 * Registers the source of a package's Spanish texts. If the screen is Spanish, waits until they are loaded.
 * The texts are one chunk per package, which an English screen does not load. Rejects if the load fails.
 */
export async function addSpanishTexts(source: LoadSpanish): Promise<void> {
  sources.add(source)
  if (language() === 'es') await loaded(source)
}

/**
 * Changes the language of the screen after the texts of all packages on it are loaded. If a load fails,
 * rejects and leaves the language unchanged.
 */
export async function setLanguage(wanted: Language): Promise<void> {
  if (wanted === 'es') await Promise.all([...sources].map(loaded))
  document.documentElement.lang = wanted
  if (wanted === language()) return
  setScreenLanguage(wanted)
  setScreenLabels(wanted === 'es' ? labels : {})
  for (const listener of listeners) listener()
}

/** Calls the listener after each change of the language. Returns a function that unsubscribes. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The language of the screen; rerenders when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, language)
