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
/** What is loaded, or being loaded. A load that failed is tried again with the next. */
const loads = new Map<LoadSpanish, Promise<void>>()
const listeners = new Set<() => void>()

/** The language of this screen. */
export const language = screenLanguage

/** Spanish texts of one namespace, where they are loaded. */
export const spanishOf = (namespace: string): Readonly<Record<string, string>> | undefined =>
  spanish.get(namespace)

async function load(source: LoadSpanish): Promise<void> {
  const module = await fetchCode(source)
  for (const [namespace, texts] of Object.entries(module.spanish)) spanish.set(namespace, texts)
  Object.assign(labels, module.labels)
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
 * Says where a package's Spanish texts are, and waits until they are there if this screen is Spanish. They
 * are one chunk of the package, which no English screen loads. Rejects if they do not come.
 */
export async function addSpanishTexts(source: LoadSpanish): Promise<void> {
  sources.add(source)
  if (language() === 'es') await loaded(source)
}

/**
 * Changes the language of this screen, once the texts of every package on it are there. Rejects, and changes
 * nothing, if they do not come.
 */
export async function setLanguage(wanted: Language): Promise<void> {
  if (wanted === 'es') await Promise.all([...sources].map(loaded))
  document.documentElement.lang = wanted
  if (wanted === language()) return
  setScreenLanguage(wanted)
  setScreenLabels(wanted === 'es' ? labels : {})
  for (const listener of listeners) listener()
}

/** Calls the listener after each change of the language. Answers how to stop that. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The language of this screen; draws anew when it changes. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, language)
