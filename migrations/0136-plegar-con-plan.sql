-- Folding a text is planned once a connection: in SQL it was put into the statement, and read and folded anew, table of letters and all, at
-- each writing of a row that keeps what it is looked for by (generated columns). What it gives is the same. See docs/decisions/0095.
create or replace function plegar(texto text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return btrim(regexp_replace(translate(lower(texto collate "C"),
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
  ), ' {2,}', ' ', 'g'), ' ');
end $$;
