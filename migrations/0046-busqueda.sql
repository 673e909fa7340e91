-- One search: what is looked for by words is kept folded (no accents, no case), in the same way as `fold` of
-- src/platform/shared/search.ts (a test compares them), with an index of its groups of three letters.
-- See docs/decisions/0040.
create extension if not exists pg_trgm;

-- From a table of our own and not from the server's locale: immutable, and the same everywhere. What most texts
-- are made of comes first, since the table is read from its beginning for each letter; blanks become one, and
-- what is last (marks over letters, what is not seen) goes.
create function plegar(texto text) returns text language sql immutable strict parallel safe as $$
  select btrim(regexp_replace(translate(lower(texto collate "C"),
    'aeiornlsctdumpgbvhjfzqyxkw 0123456789@.-_' ||
      'áéíóúüñÁÉÍÓÚÜÑ´ÀÂÃÄÅÆÇÈÊËÌÎÏÐÒÔÕÖØÙÛÝÞàâãäåçèêëìîïòôõöøùûýÿĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨ' ||
      'ĩĪīĬĭĮįİıĴĵĶķĹĺĻļĽľŁłŃńŅņŇňŌōŎŏŐőŒŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŦŧŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžǍǎǏǐǑǒǓǔǕǖǗǘǙǚǛǜǞǟǠǡǢǣǦ' ||
      'ǧǨǩǪǫǬǭǰǴǵǸǹǺǻǼǽǾǿȀȁȂȃȄȅȆȇȈȉȊȋȌȍȎȏȐȑȒȓȔȕȖȗȘșȚțʼḀḁḂḃḄḅḆḇḈḉḊḋḌḍḎḏḐḑḒḓḔḕḖḗḘḙḚḛḜḝḞḟḠḡḢḣḤḥḦḧḨḩḪḫḬḭḮḯḰḱḲḳḴ' ||
      'ḵḶḷḸḹḺḻḼḽḾḿṀṁṂṃṄṅṆṇṈṉṊṋṌṍṎṏṐṑṒṓṔṕṖṗṘṙṚṛṜṝṞṟṠṡṢṣṤṥṦṧṨṩṪṫṬṭṮṯṰṱṲṳṴṵṶṷṸṹṺṻṼṽṾṿẀẁẂẃẄẅẆẇẈẉẊẋẌẍẎẏẐẑẒẓẔẕẖẗẘ' ||
      'ẙẞẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặẸẹẺẻẼẽẾếỀềỂểỄễỆệỈỉỊịỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợỤụỦủỨứỪừỬửỮữỰựỲỳỴỵỶỷỸỹ‐‑–—‘’−' ||
      E'\u0009\u000a\u000b\u000c\u000d\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007' ||
      E'\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000' ||
      E'\u00ad\u200b\u200c\u200d\u2060\ufeff\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309' ||
      E'\u030a\u030b\u030c\u030d\u030e\u030f\u0310\u0311\u0312\u0313\u0314\u0315\u0316\u0317\u0318\u0319' ||
      E'\u031a\u031b\u031c\u031d\u031e\u031f\u0320\u0321\u0322\u0323\u0324\u0325\u0326\u0327\u0328\u0329' ||
      E'\u032a\u032b\u032c\u032d\u032e\u032f\u0330\u0331\u0332\u0333\u0334\u0335\u0336\u0337\u0338\u0339' ||
      E'\u033a\u033b\u033c\u033d\u033e\u033f\u0340\u0341\u0342\u0343\u0344\u0345\u0346\u0347\u0348\u0349' ||
      E'\u034a\u034b\u034c\u034d\u034e\u034f\u0350\u0351\u0352\u0353\u0354\u0355\u0356\u0357\u0358\u0359' ||
      E'\u035a\u035b\u035c\u035d\u035e\u035f\u0360\u0361\u0362\u0363\u0364\u0365\u0366\u0367\u0368\u0369' ||
      E'\u036a\u036b\u036c\u036d\u036e\u036f',
    'aeiornlsctdumpgbvhjfzqyxkw 0123456789@.-_' ||
      'aeiouunaeiouun''aaaaaæceeeiiiðooooouuyþaaaaaceeeiiiooooouuyyaaaaaaccccccccddddeeeeeeeeeegggggggghhhhi' ||
      'iiiiiiiiijjkkllllllllnnnnnnooooooœrrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzaaiioouuuuuuuuuuaaaaææg' ||
      'gkkoooojggnnaaææooaaaaeeeeiiiioooorrrruuuusstt''aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkk' ||
      'kllllllllmmmmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtw' ||
      'yßaaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy----''''-' || repeat(' ', 24)
  ), ' {2,}', ' ', 'g'), ' ')
$$;

alter table cuentas add column busqueda text
  generated always as (plegar(email || ' ' || coalesce(display_name, ''))) stored;
create index cuentas_busqueda on cuentas using gin (busqueda gin_trgm_ops);

alter table personas_todas add column busqueda text
  generated always as (plegar(nombre_completo || ' ' || clave)) stored;
create index personas_busqueda on personas_todas using gin (busqueda gin_trgm_ops);
select vista_de_visibles('personas', 'personas_todas');

-- Written by the program, which knows what of an item's data is text.
update catalogo_items_todos set busqueda = plegar(busqueda) where busqueda <> plegar(busqueda);
update catalogo_items_cambios set busqueda = plegar(busqueda) where busqueda <> plegar(busqueda);
create index catalogo_items_busqueda on catalogo_items_todos using gin (busqueda gin_trgm_ops);

alter table correos add column busqueda text
  generated always as (plegar(para || ' ' || asunto)) stored;
