import { createRequire } from 'node:module'

/**
 * jsdom asks its selector engine about every style rule of the page for the style of every element. Two
 * fifths of the time of a component test went into that. Most rules are those of a class the element does not
 * have, which is seen at once.
 *
 * Replaces the function before jsdom takes it, so this file is imported before jest-environment-jsdom.
 */
const ofEnvironment = createRequire(createRequire(import.meta.url).resolve('jest-environment-jsdom'))
const selectors = ofEnvironment('jsdom/lib/jsdom/living/helpers/selectors.js')
const { matchesDontThrow } = selectors

/**
 * Strings, attributes and arguments only narrow a selector. An attribute leaves a part without needs: what
 * stands before a space in `.card [title]` is another element.
 */
const narrowing = [
  [/"[^"]*"|'[^']*'/g, ''],
  [/\[[^[\]]*\]/g, ':x'],
  [/\([^()]*\)/g, ''],
  [/\([^()]*\)/g, ''],
]

/** What an element needs to match one selector of a list, or null where this cannot be told quickly. */
function needsOf(selector) {
  const [last = ''] = selector
    .trim()
    .split(/[\s>+~]+/)
    .slice(-1)
  const [, tag = '', rest = ''] = /^([a-z][\w-]*|\*)?(.*)$/i.exec(last.replaceAll(/::?[\w-]+/g, '')) ?? []
  if (!/^(?:[.#][\w-]+)*$/.test(rest)) return null
  return {
    tag: tag === '*' ? '' : tag.toLowerCase(),
    classes: [...rest.matchAll(/\.([\w-]+)/g)].map(([, name]) => name.toLowerCase()),
  }
}

/** What an element needs to match a list of selectors: one of these; null where this cannot be told. */
function anyOf(text) {
  if (text.includes('\\')) return null
  const needs = narrowing
    .reduce((rest, [pattern, left]) => rest.replaceAll(pattern, left), text)
    .split(',')
    .map(needsOf)
  return needs.includes(null) ? null : needs
}

const known = new Map()
function needsOfList(text) {
  if (!known.has(text)) known.set(text, anyOf(text))
  return known.get(text)
}

const classesOf = new WeakMap()
function hasClasses(element, classes) {
  const text = element.getAttributeNS(null, 'class') ?? ''
  let own = classesOf.get(element)
  if (own?.text !== text) {
    own = { text, names: new Set(text.toLowerCase().split(/\s+/)) }
    classesOf.set(element, own)
  }
  return classes.every((name) => own.names.has(name))
}

selectors.matchesDontThrow = (element, text) => {
  const needs = typeof text === 'string' ? needsOfList(text) : null
  const mayMatch =
    needs === null ||
    needs.some(
      ({ tag, classes }) =>
        (tag === '' || tag === element._localName.toLowerCase()) && hasClasses(element, classes),
    )
  return mayMatch && matchesDontThrow(element, text)
}
