import type { AnswerPattern } from './choose-statements.ts'

const amount = /[€$£]\s?\d|\d\s?(?:[€$£%]|EUR|USD|CHF|euros?\b)/i
const time = /\b\d{1,2}[:.h]\d{2}\b|\b\d{1,2}\s?(?:am|pm|uhr|uur)\b/i
const length =
  /\d+\s?(?:working |business )?(?:minute|hour|day|week|month|year|stunde|minute|tag|woche|monat|jahr|jour|heure|semaine|mois|an\b|ans\b|día|hora|mes|año|uur|uren|dag|week|weken|maand|jaar)|\b(?:one|two|three|four|five|six|ten|drei|zwei|fünf|trois|deux|cinq|tres|dos|cinco|drie|twee|vijf)\b \p{L}+/iu
const phone = /\+?\d[\d ()/.-]{6,}\d/
const mail = /\S@\S/
const count = /\d/
const noise = /\d\s?dB\b/i
const weight = /\d\s?(?:kg|g|lbs?|oz|tons?|tonnes?|kilos?|gram\w*|pounds?)\b/i
const size =
  /\d\s?(?:m²|m2|mm|cm|m|km|ha|ft|inch(?:es)?|hectares?|acres?|l|litres?|liters?|lit(?:er|ros)|sq\w*|millimet\w+|centimet\w+|met(?:er|re|ro)s?|square)(?![\p{L}\d])/iu
const address =
  /\d{4,6}\s(?:[A-Z]{2}\s)?\p{Lu}|\p{L}{3,}(?:straße|strasse|str\.|straat|gracht|plein|weg|gasse|platz|gade|vej|laan)\s\d|\b(?:street|road|avenue|lane|square|rue|calle|plaza|avenida|via)\b/iu

/** Patterns of questions and of the answers to them, for each language of the built-in agent. */
export const answerPatterns = {
  en: [
    {
      asked:
        /\bhow much(?= (?:is|are|for|do|does|did|would|will|to|it|the|an?|your)\b|\W*$)|\bprice|\bcost|\bfees?\b|\brates?\b|\bcharge/i,
      said: amount,
    },
    { asked: /\bwhen\b|what time|\bhours\b|\bopen|\bclose/i, said: time },
    { asked: /how (?:long|soon|fast|quick)|within how|how old/i, said: length },
    { asked: /\bphone\b|\btelephone\b|\bcall\b/i, said: phone },
    { asked: /\be-?mail\b|\bwrite to\b|\bcontact\b|\bjobs?\b|\bvacanc/i, said: mail },
    { asked: /how (?:many|big|often|large|far|hot|warm)/i, said: count },
    { asked: /\bloud|\bnois|\bquiet|\bdecibel/i, said: noise },
    { asked: /\bheavy\b|\bweigh/i, said: weight },
    {
      asked:
        /how (?:big|large|wide|high|tall|deep|far|long is)|\bsize\b|\bhei?ght\b|\bdimensions?\b/i,
      said: size,
    },
    { asked: /\baddress|\bwhere\b|\blocated\b|\bdirections\b/i, said: address },
  ],
  de: [
    { asked: /wie ?viel|kostet|kosten|preis|teuer|geb[uü]hr|wie hoch/i, said: amount },
    { asked: /wann|uhr|ge[oö]ffnet|ofen\b|offen\b|[oö]ffnungsz/i, said: time },
    { asked: /wie lange|bis wann|wie alt|wie schnell/i, said: length },
    { asked: /telefon|anrufen/i, said: phone },
    { asked: /e-?mail|kontakt|schreiben/i, said: mail },
    { asked: /wie (?:viele|groß|oft|hoch|weit|warm)/i, said: count },
    { asked: /laut|lärm|leise|dezibel/i, said: noise },
    { asked: /schwer|wiegt|gewicht/i, said: weight },
    { asked: /wie (?:groß|breit|hoch|tief|weit)|größe|maße|abmessung|höhe/i, said: size },
    { asked: /adresse|anschrift|(?<!\p{L})wo(?!\p{L})|standort/iu, said: address },
  ],
  fr: [
    { asked: /combien|prix|tarif|co[uû]t/i, said: amount },
    { asked: /quand|quelle heure|horaire|ouvert|fermé/i, said: time },
    { asked: /combien de temps|délai|durée|quel âge/i, said: length },
    { asked: /téléphone|appeler/i, said: phone },
    { asked: /e-?mail|courriel|contact|écrire/i, said: mail },
    { asked: /combien d/i, said: count },
    { asked: /bruit|bruyant|décibel/i, said: noise },
    { asked: /lourd|pèse|poids/i, said: weight },
    { asked: /taille|dimension|hauteur|largeur|quelle (?:surface|distance)/i, said: size },
    { asked: /adresse|(?<!\p{L})où(?!\p{L})/iu, said: address },
  ],
  es: [
    { asked: /cuánto|precio|cuesta|coste|tarifa/i, said: amount },
    { asked: /cuándo|qué hora|horario|abre|abierto|cierra/i, said: time },
    { asked: /cuánto (?:tiempo|tarda|dura)|plazo|qué edad/i, said: length },
    { asked: /teléfono|llamar/i, said: phone },
    { asked: /correo|e-?mail|contact/i, said: mail },
    { asked: /cuánt[oa]s/i, said: count },
    { asked: /ruido|decibel/i, said: noise },
    { asked: /pesa\b|peso\b|pesad/i, said: weight },
    { asked: /tamaño|medida|altura|anchura|dimension/i, said: size },
    { asked: /dirección|dónde/i, said: address },
  ],
  nl: [
    { asked: /hoeveel|prijs|kost|tarief|duur/i, said: amount },
    { asked: /wanneer|hoe laat|open|uren\b|gesloten/i, said: time },
    { asked: /hoe ?lang|hoe snel|hoe oud/i, said: length },
    { asked: /telefoon|bellen/i, said: phone },
    { asked: /e-?mail|contact|schrijven/i, said: mail },
    { asked: /hoeveel|hoe (?:groot|vaak|ver|warm)/i, said: count },
    { asked: /geluid|lawaai|stil\b|decibel/i, said: noise },
    { asked: /zwaar|weegt|gewicht/i, said: weight },
    { asked: /hoe (?:groot|breed|hoog|diep|ver)|maat|afmeting|hoogte/i, said: size },
    { asked: /adres|waar\b/i, said: address },
  ],
} as const satisfies Readonly<Record<string, readonly AnswerPattern[]>>
