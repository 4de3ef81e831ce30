import { chaos } from '../../support/chaos.ts'

chaos('wrong-hash')
