import { useRef, useState } from 'react'
import { mayStoreText, unsentTextPrefixes } from '../../portal/personal-storage.ts'

const prefix = unsentTextPrefixes.unsaved

function read(key: string): unknown {
  try {
    const text = sessionStorage.getItem(prefix + key)
    return text === null ? null : JSON.parse(text)
  } catch {
    // Nothing is kept in this browser, or what is there was not written by us: there is nothing to bring
    // back.
    return null
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(prefix + key)
    else if (mayStoreText()) sessionStorage.setItem(prefix + key, JSON.stringify(value))
  } catch {
    // The storage is closed or full: the text lives as long as the page.
  }
}

/**
 * State that outlives a crash or a reload of the page: it is kept in this tab of the browser until it is set
 * to null.
 * `parse` answers null for what does not have the wanted shape. The key must not change while the component
 * stands.
 */
export function useSessionStorage<Value>(
  key: string,
  parse: (value: unknown) => Value | null,
): [Value | null, (change: (before: Value | null) => Value | null) => void] {
  const [value, setValue] = useState(() => parse(read(key)))
  const latest = useRef(value)
  const change = (step: (before: Value | null) => Value | null) => {
    latest.current = step(latest.current)
    write(key, latest.current)
    setValue(latest.current)
  }
  return [value, change]
}
