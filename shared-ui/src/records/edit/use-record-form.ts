import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { findField, screenLabel } from '@portal/contract'
import type { Actor, AnyRecord, Declaration } from '@portal/contract'
import { crud } from '../../api/api.ts'
import { ApiProblem, isProblem } from '../../api/api-problem.ts'
import { configurationAtom, currencyAtom } from '../../portal/configuration.ts'
import { useShell } from '../../portal/shell-api.ts'
import { valueIn } from '../declaration/added-fields.ts'
import { isRecord, recordShape } from '../list/record-shape.ts'
import { fillingsFor } from './callbacks.ts'
import { draftKey, parseDraft, without } from './draft.ts'
import type { Draft, FormValues } from './draft.ts'
import { sameForm, toForm } from './form-values.ts'
import type { FormValue } from './form-values.ts'
import { useSessionStorage } from './session-storage.ts'
import { whyReadOnly } from './may-write.ts'
import { labelOf } from '../declaration/label-of.ts'
import { bodyOf, problemsOf, refusedFields, sentenceOf } from './problems.ts'
import type { FieldProblems } from './problems.ts'
import { updateRecordInCache } from '../list/update-record-in-cache.ts'
import { t } from './texts.ts'

export interface SaveFailure {
  sentence: string
  /** The call got no answer: the same again may do. */
  isUnreachable: boolean
}

/** Two versions of a record, and what the person had changed in the older one. */
export interface Conflict {
  base: AnyRecord
  current: AnyRecord
  values: FormValues
}

export interface RecordForm {
  actor: Actor
  /** Why nothing can be changed, empty where that goes without saying; null when it can. */
  readOnly: string | null
  /** Names of the fields that differ from the record. */
  changed: readonly string[]
  valueOf: (name: string) => FormValue
  isChanged: (name: string) => boolean
  set: (name: string, value: FormValue) => void
  /** Chooses a value as a person does: what the configuration copies from a linked record follows. */
  choose: (name: string, value: FormValue) => void
  problems: FieldProblems
  /** Saving was tried, so that what is wrong is summed up. */
  wasTried: boolean
  failure: SaveFailure | null
  conflict: Conflict | null
  isSaving: boolean
  /**
   * What is to be agreed to before it is saved: fields whose change brings more about than their new value.
   * Null for nothing.
   */
  question: { label: string; text: string } | null
  /** Saves, or asks first. */
  save: () => void
  agree: () => void
  disagree: () => void
  discard: () => void
  /** Settles a conflict: these of my values are kept and saved over the current record. */
  settle: (mine: readonly string[]) => void
  postpone: () => void
}

export interface RecordFormOptions {
  /** Under which key what is typed is kept; one form at a time has it. */
  storageKey?: string
  /** Called once what was typed is saved. */
  onSaved?: () => void
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

function questionOf(declaration: Declaration, names: readonly string[]): RecordForm['question'] {
  const label = names.map((name) => labelOf(declaration, name)).join(', ')
  return {
    label,
    text: names.map((name) => screenLabel(findField(declaration, name)?.changeWarning ?? '')).join(' '),
  }
}

/**
 * The editing of one record: what is typed, kept through crashes, judged as the server judges, and saved with
 * the version it was made from.
 */
export function useRecordForm(
  declaration: Declaration,
  record: AnyRecord,
  actor: Actor,
  { storageKey = draftKey(declaration.name, record.pid), onSaved }: RecordFormOptions = {},
): RecordForm {
  const shell = useShell()
  const queryClient = useQueryClient()
  const currency = useAtomValue(currencyAtom)
  const callbacks = useAtomValue(configurationAtom)?.callbacks[declaration.name] ?? []
  const [draft, changeDraft] = useSessionStorage(storageKey, parseDraft)
  const [refused, setRefused] = useState<FieldProblems>({})
  const [wasTried, setTried] = useState(false)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [isAsking, setAsking] = useState(false)

  const values = draft?.values ?? {}
  const changed = Object.keys(values)
  const required = changed.filter((name) => findField(declaration, name)?.required === true)
  const warned = changed.filter(
    (name) =>
      findField(declaration, name)?.changeWarning !== undefined &&
      !isEmpty(valueIn(draft?.base ?? record, name)),
  )
  const problems =
    changed.length === 0 ? {} : { ...refused, ...problemsOf(declaration, actor, values, currency, required) }

  const startOf = (base: AnyRecord, name: string): FormValue => {
    const declared = findField(declaration, name)
    return declared === undefined ? '' : toForm(declared, valueIn(base, name), currency)
  }
  const reset = () => {
    setRefused({})
    setTried(false)
    setFailure(null)
    setConflict(null)
    setAsking(false)
  }
  const set = (name: string, value: FormValue) => {
    setRefused((known) => without(known, name))
    changeDraft((before) => {
      const base = before?.base ?? record
      const others = without(before?.values ?? {}, name)
      const next = sameForm(value, startOf(base, name)) ? others : { ...others, [name]: value }
      return Object.keys(next).length === 0 ? null : { base, values: next }
    })
  }
  const fill = async (name: string, value: FormValue) => {
    for (const filling of await fillingsFor(queryClient, declaration, callbacks, name, value, currency)) {
      if (filling.value !== undefined) set(filling.name, filling.value)
      else
        shell.toast({
          title: t('callbackFailed', { label: labelOf(declaration, filling.name) }),
          colour: 'red',
        })
    }
  }

  const saving = useMutation({
    mutationFn: ({ base, values: mine }: Draft) =>
      crud(
        {
          apiPath: `/${declaration.name}/${encodeURIComponent(record.pid)}`,
          method: 'PATCH',
          body: { ...bodyOf(declaration, mine, currency), version: base.version },
        },
        recordShape,
      ),
    onSuccess: (saved) => {
      updateRecordInCache(queryClient, declaration, saved)
      changeDraft(() => null)
      reset()
      shell.toast({ title: t('recordUpdated') })
      onSaved?.()
    },
    onError: (error, sent) => {
      const current = isProblem(error, 'version-conflict') ? error.problem.current : undefined
      if (isRecord(current)) {
        updateRecordInCache(queryClient, declaration, current)
        setConflict({ ...sent, current })
        return
      }
      setRefused(refusedFields(declaration, error))
      setFailure({
        sentence: sentenceOf(error),
        isUnreachable: error instanceof ApiProblem && error.status === 0,
      })
      shell.toast({ title: t('updateFailed'), description: sentenceOf(error), colour: 'red' })
    },
  })
  const send = (sent: Draft) => {
    setFailure(null)
    setConflict(null)
    saving.mutate(sent)
  }

  return {
    actor,
    readOnly: whyReadOnly(declaration, record, actor),
    changed,
    // A reference that was emptied is null, which is a value too.
    valueOf: (name) => (values[name] === undefined ? startOf(record, name) : values[name]),
    isChanged: (name) => Object.hasOwn(values, name),
    set,
    choose: (name, value) => {
      set(name, value)
      void fill(name, value)
    },
    problems,
    wasTried,
    failure,
    conflict,
    isSaving: saving.isPending,
    question: isAsking && warned.length > 0 ? questionOf(declaration, warned) : null,
    save: () => {
      if (draft === null || saving.isPending) return
      setTried(true)
      if (Object.keys(problemsOf(declaration, actor, values, currency, required)).length > 0) return
      if (warned.length > 0) setAsking(true)
      else send(draft)
    },
    agree: () => {
      setAsking(false)
      if (draft !== null) send(draft)
    },
    disagree: () => setAsking(false),
    discard: () => {
      changeDraft(() => null)
      reset()
    },
    settle: (mine) => {
      if (conflict === null) return
      const kept = Object.fromEntries(Object.entries(conflict.values).filter(([name]) => mine.includes(name)))
      const rebased = Object.keys(kept).length === 0 ? null : { base: conflict.current, values: kept }
      changeDraft(() => rebased)
      if (rebased !== null) {
        send(rebased)
        return
      }
      reset()
      onSaved?.()
    },
    postpone: () => setConflict(null),
  }
}
