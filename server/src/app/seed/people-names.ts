import type { SeedRandom } from '#domain/seed/random.ts'

/* Names that are combined at random. They refer to no real person. */
const givenNames =
  'Amelia Benito Carla Dmitri Elena Farid Greta Hana Ivo Jasmine Kofi Lucia Marek Nadia Oscar Priya Quentin Rosa Samir Teresa Ulrich Valeria Wendell Ximena Yusuf Zora Adrian Bianca Cedric Dalia Esteban Freya Gideon Helena Imran Joana Kendra Leandro Mina Noel Odette Pavel Renata Silas Thandi Umar Viola Wanda Yara Anton'.split(
    ' ',
  )
const familyNames =
  'Abernethy Balakrishnan Castellane Dombrowsky Eastlake Fairweather Galvante Hollingwood Ibarrez Jankowiak Kestrelman Lindqvist Marchetti Northgate Okonjo Pemberly Quarrington Rosenthaler Silverbrook Thistlewood Underhall Valdemoro Westergren Yarborne Zielinger Applewhite Brightmoor Calderwood Duskfield Elderkamp Fernhollow Greystoke Hawthornley Ironmonger Juniperez Kilbride Larkspur Moonen Nightingall Oakenfold Pinecroft Ravensburg Stonebridge Tamarindo Umberfeld Vinterholm Willowby Yellowtree Ashgrove Birchwall'.split(
    ' ',
  )

/** A realistic name of no real person that is not in `taken`. Adds it to `taken`. */
export function makeName(random: SeedRandom, taken: Set<string>): string {
  for (;;) {
    const name = `${random.pick(givenNames)} ${random.pick(familyNames)}`
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}

/** `Amelia Balakrishnan` -> `amelia.balakrishnan`. */
export function toMailName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]+/g, '.')
}

/** A phone number from the block reserved for fiction. */
export function makePhone(random: SeedRandom): string {
  return `(512) 555-01${String(random.int(0, 99)).padStart(2, '0')}`
}
